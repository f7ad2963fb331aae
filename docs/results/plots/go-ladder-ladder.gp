# Written by nebel: ratings with 95 % intervals, as SVG.
set terminal svg size 724,472 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The ladder of Phantom Go players'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.8941; set bmargin at screen 0.1314
set yrange [-11.5:0.5]
set lmargin at screen 0.2956; set rmargin at screen 0.9586
unset key
set xlabel 'Elo from the mean of all, 95 % intervals'
set ytics ('go-best' 0, 'go-flat(ucb=1,rave=300)' -1, 'go-pimc(engine=gnugo)' -2, 'go-mcts(guess=early)' -3, 'go-pimc' -4, 'go-flat' -5, 'go-mcts(guess=late)' -6, 'ismcts2' -7, 'go-nested' -8, 'go-hybrid' -9, 'go-random' -10, 'go-two-level' -11)
$ratings << END
0 614.8 484.1 745.5
-1 515.1 400.9 629.4
-2 270.5 175.9 365.1
-3 248.9 155.0 342.9
-4 216.8 123.6 310.0
-5 173.8 81.0 266.5
-6 173.8 81.0 266.5
-7 -151.5 -253.2 -49.9
-8 -447.9 -567.7 -328.1
-9 -477.2 -599.1 -355.3
-10 -552.6 -680.7 -424.5
-11 -584.4 -715.8 -453.1
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
