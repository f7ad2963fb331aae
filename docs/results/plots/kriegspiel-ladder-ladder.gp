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
set ytics ('fog' 0, 'pimc' -1, 'pimc(repeat=5000)' -2, 'mcts-c' -3, 'meta(checks=1)' -4, 'mcts-b' -5, 'hs(repeat=5000)' -6, 'mcts-bc' -7, 'aosp' -8, 'hs' -9, 'meta' -10, 'mcts-b(k=3)' -11, 'mcts-c(paper=1)' -12, 'ismcts1' -13, 'los' -14, 'capturer(pawn_tries=1)' -15, 'mcts-a' -16, 'mcts-b(paper=1)' -17, 'capturer' -18, 'aos' -19, 'random' -20, 'ismcts2' -21)
$ratings << END
0 507.8 458.7 557.0
-1 343.1 307.3 378.8
-2 342.2 303.2 381.1
-3 243.9 217.4 270.5
-4 180.3 146.3 214.3
-5 169.5 98.6 240.5
-6 107.2 37.6 176.8
-7 106.6 70.5 142.7
-8 82.8 13.4 152.2
-9 75.2 51.3 99.2
-10 70.6 1.2 139.9
-11 33.9 -35.6 103.4
-12 -93.1 -165.5 -20.7
-13 -141.2 -215.8 -66.7
-14 -177.6 -254.2 -101.0
-15 -213.6 -240.2 -187.1
-16 -232.6 -313.1 -152.0
-17 -232.6 -313.1 -152.0
-18 -249.4 -331.4 -167.4
-19 -294.6 -381.1 -208.1
-20 -314.2 -403.0 -225.5
-21 -314.2 -403.0 -225.5
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
