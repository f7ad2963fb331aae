# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 922,352 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Pools against last-observation boards, 95 % intervals'
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
set ytics ('aosp – los'."\n".'kriegspiel(rules=parker2005)' 0, 'aosp – los'."\n".'kriegspiel(rules=icc)' -1, 'hs – los'."\n".'kriegspiel(rules=parker2005)' -2, 'hs – los'."\n".'kriegspiel(rules=icc)' -3)
$wins_here << END
0.13 20.000 8.066 41.602
-0.87 30.000 14.548 51.897
-1.87 20.000 8.066 41.602
-2.87 50.000 29.930 70.070
END
$wins_paper << END
-0.13 31.000 24.883 37.971
-1.13 31.000 24.883 37.971
-2.13 38.000 31.282 44.986
-3.13 38.000 31.282 44.986
END
set lmargin at screen 0.2777; set rmargin at screen 0.4837
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $wins_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$losses_here << END
0.13 0.000 0.000 16.113
-0.87 10.000 2.787 30.103
-1.87 5.000 0.888 23.613
-2.87 0.000 0.000 16.113
END
$losses_paper << END
-0.13 0.000 0.000 2.044
-1.13 0.000 0.000 2.044
-2.13 0.500 0.000 2.972
-3.13 0.500 0.000 2.972
END
set lmargin at screen 0.5184; set rmargin at screen 0.7245
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $losses_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$draws_here << END
0.13 80.000 58.398 91.934
-0.87 60.000 38.658 78.119
-1.87 75.000 53.130 88.814
-2.87 50.000 29.930 70.070
END
$draws_paper << END
-0.13 69.000 62.029 75.117
-1.13 69.000 62.029 75.117
-2.13 61.000 53.948 67.720
-3.13 61.000 53.948 67.720
END
set lmargin at screen 0.7592; set rmargin at screen 0.9653
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $draws_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
unset multiplot
