# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 914,240 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Recapturing random against random, 95 % intervals'
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
set ytics ('capturer – random'."\n".'kriegspiel(rules=foret2019)' 0, 'capturer – random'."\n".'kriegspiel(rules=icc)' -1)
$wins_here << END
0.13 10.200 9.300 11.176
-0.87 10.200 9.300 11.176
END
$wins_paper << END
-0.13 4.500 2.865 7.000
-1.13 4.500 2.865 7.000
END
set lmargin at screen 0.2713; set rmargin at screen 0.4792
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $wins_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$losses_here << END
0.13 2.425 1.992 2.949
-0.87 2.425 1.992 2.949
END
$losses_paper << END
-0.13 1.000 0.390 2.543
-1.13 1.000 0.390 2.543
END
set lmargin at screen 0.5142; set rmargin at screen 0.7221
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $losses_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$draws_here << END
0.13 87.375 86.310 88.369
-0.87 87.375 86.310 88.369
END
$draws_paper << END
-0.13 94.500 91.813 96.340
-1.13 94.500 91.813 96.340
END
set lmargin at screen 0.7571; set rmargin at screen 0.9650
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $draws_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
unset multiplot
