# Written by nebel: ratings with 95 % intervals, as SVG.
set terminal svg size 716,742 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The ladder of Kriegspiel players'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.9326; set bmargin at screen 0.0836
set yrange [-20.5:0.5]
set lmargin at screen 0.2877; set rmargin at screen 0.9581
unset key
set xlabel 'Elo from the mean of all, 95 % intervals'
set ytics ('pimc(repeat=5000)' 0, 'pimc' -1, 'mcts-c' -2, 'mcts-b' -3, 'meta(checks=1)' -4, 'hs(repeat=5000)' -5, 'hs' -6, 'meta' -7, 'mcts-bc' -8, 'mcts-b(k=3)' -9, 'aosp' -10, 'ismcts1' -11, 'mcts-c(paper=1)' -12, 'los' -13, 'capturer(pawn_tries=1)' -14, 'mcts-a' -15, 'mcts-b(paper=1)' -16, 'capturer' -17, 'aos' -18, 'ismcts2' -19, 'random' -20)
$ratings << END
0 352.1 300.2 404.0
-1 347.6 295.9 399.3
-2 273.0 237.4 308.6
-3 194.1 97.7 290.5
-4 186.8 138.5 235.1
-5 133.6 38.9 228.3
-6 111.6 79.1 144.1
-7 109.8 15.4 204.3
-8 98.3 49.5 147.1
-9 62.3 -32.3 156.9
-10 50.3 -44.4 145.1
-11 -61.3 -159.9 37.2
-12 -74.5 -173.8 24.8
-13 -158.7 -264.4 -52.9
-14 -170.1 -204.9 -135.4
-15 -173.9 -281.2 -66.6
-16 -205.9 -316.7 -95.0
-17 -240.3 -355.7 -124.9
-18 -258.6 -376.8 -140.5
-19 -277.9 -399.2 -156.6
-20 -298.4 -423.3 -173.4
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
