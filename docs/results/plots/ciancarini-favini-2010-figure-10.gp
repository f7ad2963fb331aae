# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 882,352 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Tree search without boards against metapositions, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.7841; set bmargin at screen 0.1477
set yrange [-3.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('mcts-c – meta(checks=1)'."\n".'cpu 5' 0, 'mcts-c – meta(checks=1)'."\n".'cpu 10' -1, 'mcts-c – meta(checks=1)'."\n".'cpu 20' -2, 'mcts-c – meta(checks=1)'."\n".'cpu 40' -3)
$wins_here << END
0.13 55.000 34.209 74.180
-0.87 45.000 25.820 65.791
-1.87 90.000 69.897 97.213
-2.87 60.000 38.658 78.119
END
$wins_paper << END
END
set lmargin at screen 0.2449; set rmargin at screen 0.4603
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 25.000 11.186 46.870
-0.87 35.000 18.119 56.715
-1.87 5.000 0.888 23.613
-2.87 30.000 14.548 51.897
END
$losses_paper << END
END
set lmargin at screen 0.4966; set rmargin at screen 0.7120
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 20.000 8.066 41.602
-0.87 20.000 8.066 41.602
-1.87 5.000 0.888 23.613
-2.87 10.000 2.787 30.103
END
$draws_paper << END
END
set lmargin at screen 0.7483; set rmargin at screen 0.9637
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
