# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 1010,240 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Metapositions with blunder checks against random and against a player that captures when it can, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.6833; set bmargin at screen 0.2167
set yrange [-1.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('meta(checks=1) – random' 0, 'meta(checks=1) – capturer(pawn_tries=1)' -1)
$wins_here << END
0.13 97.900 96.811 98.622
-0.87 90.000 87.985 91.709
END
$wins_paper << END
-0.13 94.800 94.800 94.800
-1.13 79.300 79.300 79.300
END
set lmargin at screen 0.3406; set rmargin at screen 0.5287
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $wins_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$losses_here << END
0.13 0.000 0.000 0.383
-0.87 0.400 0.156 1.024
END
$losses_paper << END
-1.13 0.000 0.000 0.000
END
set lmargin at screen 0.5604; set rmargin at screen 0.7485
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $losses_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$draws_here << END
0.13 2.100 1.378 3.189
-0.87 9.600 7.926 11.584
END
$draws_paper << END
-1.13 20.700 20.700 20.700
END
set lmargin at screen 0.7802; set rmargin at screen 0.9683
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $draws_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
unset multiplot
