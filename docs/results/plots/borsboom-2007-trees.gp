# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 938,352 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Trees against flat Monte Carlo, 95 % intervals'
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
set ytics ('go-mcts(guess=late) – go-flat' 0, 'go-mcts(guess=early) – go-flat' -1, 'go-flat(amaf=0) – go-flat' -2, 'go-flat(amaf=0.7) – go-flat' -3)
$wins_here << END
0.13 66.000 52.154 77.563
-0.87 84.000 71.486 91.663
-1.87 90.000 78.640 95.652
-2.87 88.000 76.195 94.382
END
$wins_paper << END
END
set lmargin at screen 0.2900; set rmargin at screen 0.4925
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 34.000 22.437 47.846
-0.87 16.000 8.337 28.514
-1.87 10.000 4.348 21.360
-2.87 12.000 5.618 23.805
END
$losses_paper << END
END
set lmargin at screen 0.5267; set rmargin at screen 0.7292
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 0.000 0.000 7.135
-0.87 0.000 0.000 7.135
-1.87 0.000 0.000 7.135
-2.87 0.000 0.000 7.135
END
$draws_paper << END
END
set lmargin at screen 0.7633; set rmargin at screen 0.9659
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
