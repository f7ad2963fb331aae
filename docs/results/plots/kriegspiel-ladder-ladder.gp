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
set ytics ('pimc' 0, 'pimc(repeat=5000)' -1, 'mcts-c' -2, 'meta(checks=1)' -3, 'mcts-b' -4, 'mcts-bc' -5, 'hs(repeat=5000)' -6, 'hs' -7, 'meta' -8, 'aosp' -9, 'mcts-b(k=3)' -10, 'mcts-c(paper=1)' -11, 'ismcts1' -12, 'los' -13, 'capturer(pawn_tries=1)' -14, 'mcts-a' -15, 'mcts-b(paper=1)' -16, 'capturer' -17, 'aos' -18, 'ismcts2' -19, 'random' -20)
$ratings << END
0 365.5 316.8 414.2
-1 365.5 316.8 414.2
-2 274.3 243.7 304.8
-3 201.8 156.0 247.5
-4 184.9 99.8 269.9
-5 127.2 80.8 173.6
-6 123.4 38.0 208.7
-7 117.5 83.6 151.4
-8 114.5 29.0 200.0
-9 105.5 19.9 191.2
-10 50.6 -36.8 138.1
-11 -72.3 -175.7 31.0
-12 -93.6 -190.1 2.9
-13 -168.2 -272.2 -64.2
-14 -170.5 -207.0 -133.9
-15 -196.1 -303.5 -88.6
-16 -204.3 -319.7 -88.9
-17 -258.5 -375.3 -141.8
-18 -258.5 -375.3 -141.8
-19 -294.5 -417.8 -171.2
-20 -314.2 -441.5 -186.9
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
