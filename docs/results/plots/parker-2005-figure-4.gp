# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 882,240 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Last-observation boards of hs, 95 % intervals'
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
set ytics ('hs – aosp' 0, 'hs(fill=inexact) – aosp' -1)
$wins_here << END
0.13 15.000 7.061 29.072
-0.87 27.500 16.108 42.835
END
$wins_paper << END
END
set lmargin at screen 0.2449; set rmargin at screen 0.4603
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 7.500 2.584 19.864
-0.87 10.000 3.958 23.052
END
$losses_paper << END
END
set lmargin at screen 0.4966; set rmargin at screen 0.7120
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 77.500 62.497 87.684
-0.87 62.500 47.032 75.777
END
$draws_paper << END
END
set lmargin at screen 0.7483; set rmargin at screen 0.9637
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
