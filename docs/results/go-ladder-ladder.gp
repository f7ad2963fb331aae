# Written by nebel: ratings with 95 % intervals, as SVG.
set terminal svg size 724,472 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The ladder of Phantom Go players'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set lmargin at screen 0.2956; set rmargin at screen 0.9586
set tmargin at screen 0.8941; set bmargin at screen 0.1314
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
unset key
set xlabel 'Elo from the mean of all, 95 % intervals'
set yrange [-11.5:0.5]
set ytics ('go-best' 0, 'go-flat(ucb=1,rave=300)' -1, 'go-mcts(guess=early)' -2, 'go-pimc(engine=gnugo)' -3, 'go-pimc' -4, 'go-flat' -5, 'go-mcts(guess=late)' -6, 'ismcts2' -7, 'go-nested' -8, 'go-hybrid' -9, 'go-random' -10, 'go-two-level' -11)
$ratings << END
0 687.8 510.4 865.1
-1 523.9 401.6 646.1
-2 243.4 145.7 341.0
-3 243.3 124.9 361.7
-4 204.4 86.0 322.7
-5 166.7 71.2 262.2
-6 166.7 71.2 262.2
-7 -173.4 -289.4 -57.3
-8 -394.5 -546.6 -242.5
-9 -510.8 -680.7 -340.8
-10 -556.3 -690.2 -422.4
-11 -601.1 -787.4 -414.8
END
plot $ratings using 2:1:3:4 with xerrorbars linestyle 1
unset multiplot
