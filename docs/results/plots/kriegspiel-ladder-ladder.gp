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
set ytics ('fog' 0, 'pimc' -1, 'pimc(repeat=5000)' -2, 'mcts-c' -3, 'meta(checks=1)' -4, 'mcts-b' -5, 'mcts-bc' -6, 'hs(repeat=5000)' -7, 'aosp' -8, 'hs' -9, 'meta' -10, 'mcts-b(k=3)' -11, 'mcts-c(paper=1)' -12, 'ismcts1' -13, 'los' -14, 'capturer(pawn_tries=1)' -15, 'mcts-a' -16, 'mcts-b(paper=1)' -17, 'capturer' -18, 'aos' -19, 'ismcts2' -20, 'random' -21)
$ratings << END
0 519.4 476.5 562.4
-1 342.7 306.6 378.7
-2 328.1 292.3 363.8
-3 243.5 216.7 270.4
-4 179.9 145.6 214.2
-5 169.3 97.7 240.9
-6 112.1 77.5 146.7
-7 107.0 36.8 177.3
-8 82.6 12.5 152.6
-9 75.1 50.9 99.2
-10 70.4 0.4 140.4
-11 33.7 -36.4 103.8
-12 -93.2 -166.3 -20.1
-13 -141.3 -216.6 -66.1
-14 -177.7 -255.0 -100.4
-15 -213.6 -240.4 -186.9
-16 -232.6 -314.0 -151.3
-17 -232.6 -314.0 -151.3
-18 -249.5 -332.3 -166.7
-19 -294.7 -382.0 -207.3
-20 -314.3 -403.9 -224.7
-21 -314.3 -403.9 -224.7
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
