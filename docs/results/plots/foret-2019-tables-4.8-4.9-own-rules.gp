# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 954,352 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Determinization against information set tree search, by the rules of the thesis, 95 % intervals'
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
set ytics ('pimc(engine=native) – ismcts1' 0, 'pimc(engine=stockfish) – ismcts1' -1, 'pimc(engine=native) – ismcts2' -2, 'pimc(engine=stockfish) – ismcts2' -3)
$wins_here << END
0.13 90.000 76.948 96.042
-0.87 75.000 59.806 85.813
-1.87 95.000 83.496 98.618
-2.87 97.500 87.119 99.557
END
$wins_paper << END
-0.13 40.750 36.045 45.631
-1.13 40.750 36.045 45.631
-2.13 50.750 45.867 55.619
-3.13 50.750 45.867 55.619
END
set lmargin at screen 0.3019; set rmargin at screen 0.5010
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $wins_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$losses_here << END
0.13 2.500 0.443 12.881
-0.87 0.000 0.000 8.762
-1.87 0.000 0.000 8.762
-2.87 0.000 0.000 8.762
END
$losses_paper << END
-0.13 0.250 0.044 1.402
-1.13 0.250 0.044 1.402
-2.13 4.500 2.865 7.000
-3.13 4.500 2.865 7.000
END
set lmargin at screen 0.5346; set rmargin at screen 0.7338
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $losses_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$draws_here << END
0.13 7.500 2.584 19.864
-0.87 25.000 14.187 40.194
-1.87 5.000 1.382 16.504
-2.87 2.500 0.443 12.881
END
$draws_paper << END
-0.13 59.000 54.117 63.712
-1.13 59.000 54.117 63.712
-2.13 44.750 39.950 49.650
-3.13 44.750 39.950 49.650
END
set lmargin at screen 0.7673; set rmargin at screen 0.9665
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $draws_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
unset multiplot
