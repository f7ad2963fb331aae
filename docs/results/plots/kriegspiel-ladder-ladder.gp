# Written by nebel: ratings with 95 % intervals, as SVG.
set terminal svg size 716,682 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The ladder of Kriegspiel players'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.9267; set bmargin at screen 0.0909
set yrange [-18.5:0.5]
set lmargin at screen 0.2877; set rmargin at screen 0.9581
unset key
set xlabel 'Elo from the mean of all, 95 % intervals'
set ytics ('pimc' 0, 'mcts-c' -1, 'pimc(repeat=5000)' -2, 'mcts-bc' -3, 'meta(checks=1)' -4, 'hs' -5, 'aosp' -6, 'mcts-c(paper=1)' -7, 'mcts-b' -8, 'capturer' -9, 'hs(repeat=5000)' -10, 'los' -11, 'ismcts2' -12, 'mcts-a' -13, 'mcts-b(k=3)' -14, 'mcts-b(paper=1)' -15, 'capturer(pawn_tries=1)' -16, 'random' -17, 'ismcts1' -18)
$ratings << END
0 285.4 113.6 457.3
-1 247.1 191.3 302.9
-2 230.1 59.8 400.4
-3 174.5 2.1 346.9
-4 115.8 -62.9 294.5
-5 86.6 -71.4 244.6
-6 84.2 -99.6 268.0
-7 84.2 -99.6 268.0
-8 50.3 -140.4 241.0
-9 -77.4 -308.6 153.7
-10 -77.4 -308.6 153.7
-11 -77.4 -308.6 153.7
-12 -137.2 -396.3 121.9
-13 -137.2 -396.3 121.9
-14 -137.2 -396.3 121.9
-15 -137.2 -396.3 121.9
-16 -142.2 -330.3 46.0
-17 -217.4 -525.2 90.3
-18 -217.4 -525.2 90.3
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
