# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 946,576 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The parts of go-best, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.8681; set bmargin at screen 0.0903
set yrange [-7.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('go-best – go-flat' 0, 'go-best(prior=0) – go-flat' -1, 'go-best(known=0) – go-flat' -2, 'go-best(rave=0) – go-flat' -3, 'go-best(edge=0) – go-flat' -4, 'go-best(ucb=0) – go-flat' -5, 'go-best(playout=mogo) – go-flat' -6, 'go-best(pool=300) – go-flat' -7)
$wins_here << END
0.13 92.000 81.162 96.845
-0.87 94.000 83.783 97.939
-1.87 96.000 86.540 98.896
-2.87 70.000 56.250 80.896
-3.87 90.000 78.640 95.652
-4.87 96.000 86.540 98.896
-5.87 46.000 32.970 59.601
-6.87 70.000 56.250 80.896
END
$wins_paper << END
END
set lmargin at screen 0.2960; set rmargin at screen 0.4968
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 8.000 3.155 18.838
-0.87 6.000 2.061 16.217
-1.87 4.000 1.104 13.460
-2.87 30.000 19.104 43.750
-3.87 10.000 4.348 21.360
-4.87 4.000 1.104 13.460
-5.87 54.000 40.399 67.030
-6.87 30.000 19.104 43.750
END
$losses_paper << END
END
set lmargin at screen 0.5307; set rmargin at screen 0.7315
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 0.000 0.000 7.135
-0.87 0.000 0.000 7.135
-1.87 0.000 0.000 7.135
-2.87 0.000 0.000 7.135
-3.87 0.000 0.000 7.135
-4.87 0.000 0.000 7.135
-5.87 0.000 0.000 7.135
-6.87 0.000 0.000 7.135
END
$draws_paper << END
END
set lmargin at screen 0.7653; set rmargin at screen 0.9662
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
