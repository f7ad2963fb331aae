# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 858,184 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Do last-observation boards help a pool?, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.5870; set bmargin at screen 0.2826
set yrange [-0.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('hs – aosp' 0)
$wins_here << END
0.13 24.000 22.030 26.087
END
$wins_paper << END
-0.13 13.300 11.756 15.015
END
set lmargin at screen 0.2238; set rmargin at screen 0.4452
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $wins_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$losses_here << END
0.13 22.941 21.005 25.000
END
$losses_paper << END
-0.13 10.700 9.330 12.301
END
set lmargin at screen 0.4825; set rmargin at screen 0.7040
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $losses_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$draws_here << END
0.13 53.059 50.682 55.422
END
$draws_paper << END
-0.13 76.000 73.866 77.962
END
set lmargin at screen 0.7413; set rmargin at screen 0.9627
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $draws_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
unset multiplot
