# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 866,352 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'fog against the best of the other players, 95 % intervals'
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
set ytics ('fog – mcts-c' 0, 'fog – pimc(repeat=30)' -1, 'fog – meta(checks=1)' -2, 'fog – hs(repeat=30)' -3)
$wins_here << END
0.13 87.000 79.020 92.243
-0.87 73.000 63.568 80.730
-1.87 90.000 82.563 94.477
-2.87 87.000 79.020 92.243
END
$wins_paper << END
END
set lmargin at screen 0.2309; set rmargin at screen 0.4503
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 10.000 5.523 17.437
-0.87 17.000 10.894 25.548
-1.87 6.000 2.779 12.477
-2.87 2.000 0.550 7.001
END
$losses_paper << END
END
set lmargin at screen 0.4873; set rmargin at screen 0.7067
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 3.000 1.025 8.452
-0.87 10.000 5.523 17.437
-1.87 4.000 1.566 9.837
-2.87 11.000 6.254 18.631
END
$draws_paper << END
END
set lmargin at screen 0.7436; set rmargin at screen 0.9630
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
