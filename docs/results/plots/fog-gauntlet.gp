# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 866,334 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'fog against the best of the other players, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.7725; set bmargin at screen 0.1018
set yrange [-3.5:0.5]
set key at screen 0.01,0.99 left top Left reverse vertical samplen 2
set ytics ('fog – mcts-c' 0, 'fog – pimc(repeat=30)' -1, 'fog – meta(checks=1)' -2, 'fog – hs(repeat=30)' -3)
$wins_here << END
0.13 75.000 59.806 85.813
-0.87 65.000 49.506 77.865
-1.87 90.000 76.948 96.042
-2.87 82.500 68.050 91.255
END
$wins_paper << END
END
set lmargin at screen 0.2309; set rmargin at screen 0.4503
set title 'wins, %'
set xrange [40:100]
set xtics 20
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 22.500 12.316 37.503
-0.87 25.000 14.187 40.194
-1.87 2.500 0.443 12.881
-2.87 7.500 2.584 19.864
END
$losses_paper << END
END
set lmargin at screen 0.4873; set rmargin at screen 0.7067
set title 'losses, %'
set xrange [0:45]
set xtics 5
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 2.500 0.443 12.881
-0.87 10.000 3.958 23.052
-1.87 7.500 2.584 19.864
-2.87 10.000 3.958 23.052
END
$draws_paper << END
END
set lmargin at screen 0.7436; set rmargin at screen 0.9630
set title 'draws, %'
set xrange [0:25]
set xtics 5
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
