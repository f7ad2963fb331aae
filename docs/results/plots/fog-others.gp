# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 866,296 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'fog against pimc, meta and hs, four hundred games each, 95 % intervals'
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
set ytics ('fog – pimc(repeat=30)' 0, 'fog – meta(checks=1)' -1, 'fog – hs(repeat=30)' -2)
$wins_here << END
0.13 72.250 67.666 76.411
-0.87 91.500 88.357 93.854
-1.87 89.500 86.111 92.138
END
$wins_paper << END
END
set lmargin at screen 0.2309; set rmargin at screen 0.4503
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 18.000 14.545 22.064
-0.87 6.000 4.065 8.772
-1.87 4.750 3.062 7.299
END
$losses_paper << END
END
set lmargin at screen 0.4873; set rmargin at screen 0.7067
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 9.750 7.215 13.051
-0.87 2.500 1.364 4.540
-1.87 5.750 3.862 8.480
END
$draws_paper << END
END
set lmargin at screen 0.7436; set rmargin at screen 0.9630
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
