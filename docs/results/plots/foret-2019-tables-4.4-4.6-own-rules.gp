# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 858,296 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Information set tree search against recapturing random play, by the rules of the thesis, 95 % intervals'
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
set ytics ('ismcts1 – capturer' 0, 'ismcts2 – capturer' -1, 'ismcts1 – ismcts2' -2)
$wins_here << END
0.13 20.000 9.505 37.306
-0.87 16.667 7.337 33.564
-1.87 10.000 3.460 25.621
END
$wins_paper << END
-0.13 7.250 5.095 10.218
-1.13 12.500 9.612 16.102
-2.13 9.474 6.922 12.837
END
set lmargin at screen 0.2238; set rmargin at screen 0.4452
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $wins_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$losses_here << END
0.13 3.333 0.591 16.670
-0.87 13.333 5.310 29.681
-1.87 6.667 1.848 21.323
END
$losses_paper << END
-0.13 2.000 1.017 3.896
-1.13 2.750 1.542 4.857
-2.13 11.842 8.969 15.479
END
set lmargin at screen 0.4825; set rmargin at screen 0.7040
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $losses_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$draws_here << END
0.13 76.667 59.072 88.208
-0.87 70.000 52.124 83.335
-1.87 83.333 66.436 92.663
END
$draws_paper << END
-0.13 90.750 87.510 93.215
-1.13 84.750 80.898 87.941
-2.13 78.684 74.290 82.504
END
set lmargin at screen 0.7413; set rmargin at screen 0.9627
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $draws_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
unset multiplot
