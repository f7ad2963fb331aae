# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 858,296 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Sampling against random play, where both hear everything, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.7432; set bmargin at screen 0.1757
set yrange [-2.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('hs – random' 0, 'aosp – random' -1, 'los – random' -2)
$wins_here << END
0.13 78.571 71.060 84.557
-0.87 78.571 64.060 88.294
-1.87 33.333 21.012 48.447
END
$wins_paper << END
-0.13 65.000 60.976 68.927
-1.13 63.000 58.931 66.964
-2.13 39.000 35.012 43.134
END
set lmargin at screen 0.2238; set rmargin at screen 0.4452
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $wins_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$losses_here << END
0.13 0.000 0.000 2.671
-0.87 0.000 0.000 8.380
-1.87 0.000 0.000 8.380
END
$losses_paper << END
-0.13 0.500 0.000 1.680
-1.13 0.000 0.000 0.845
-2.13 0.000 0.000 0.846
END
set lmargin at screen 0.4825; set rmargin at screen 0.7040
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $losses_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$draws_here << END
0.13 21.429 15.443 28.940
-0.87 21.429 11.706 35.940
-1.87 66.667 51.553 78.988
END
$draws_paper << END
-0.13 35.000 31.073 39.024
-1.13 37.000 33.036 41.069
-2.13 61.000 56.866 64.988
END
set lmargin at screen 0.7413; set rmargin at screen 0.9627
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $draws_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
unset multiplot
