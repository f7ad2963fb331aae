# Written by nebel: ratings with 95 % intervals, as SVG.
set terminal svg size 716,772 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The ladder of Kriegspiel players'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.9352; set bmargin at screen 0.0803
set yrange [-21.5:0.5]
set lmargin at screen 0.2877; set rmargin at screen 0.9581
unset key
set xlabel 'Elo from the mean of all, 95 % intervals'
set ytics ('fog' 0, 'pimc(repeat=5000)' -1, 'pimc' -2, 'mcts-c' -3, 'meta(checks=1)' -4, 'mcts-b' -5, 'hs(repeat=5000)' -6, 'aosp' -7, 'mcts-bc' -8, 'meta' -9, 'hs' -10, 'mcts-b(k=3)' -11, 'mcts-c(paper=1)' -12, 'ismcts1' -13, 'los' -14, 'capturer(pawn_tries=1)' -15, 'mcts-a' -16, 'mcts-b(paper=1)' -17, 'capturer' -18, 'aos' -19, 'ismcts2' -20, 'random' -21)
$ratings << END
0 555.0 473.5 636.6
-1 332.5 288.3 376.6
-2 318.8 275.2 362.5
-3 240.6 213.4 267.9
-4 162.7 122.0 203.5
-5 149.9 66.5 233.2
-6 112.0 38.3 185.6
-7 98.5 24.8 172.1
-8 96.5 55.4 137.6
-9 79.8 -3.9 163.5
-10 73.0 47.0 99.0
-11 16.5 -69.1 102.0
-12 -92.7 -184.5 -0.9
-13 -98.3 -179.7 -16.9
-14 -180.3 -269.2 -91.5
-15 -194.6 -229.3 -160.0
-16 -215.6 -310.1 -121.1
-17 -226.9 -332.4 -121.5
-18 -258.1 -356.8 -159.4
-19 -297.8 -402.9 -192.7
-20 -327.6 -438.1 -217.0
-21 -343.7 -457.4 -230.0
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
