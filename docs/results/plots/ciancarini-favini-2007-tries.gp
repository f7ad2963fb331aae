# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 866,184 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Tries a move and calls of metapositions, 95 % intervals'
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
set ytics ('meta – meta(checks=1)' 0)
$wins_here << END
0.13 45.500 38.748 52.421
END
$wins_paper << END
END
set lmargin at screen 0.2309; set rmargin at screen 0.4503
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 30.000 24.075 36.679
END
$losses_paper << END
END
set lmargin at screen 0.4873; set rmargin at screen 0.7067
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 24.500 19.057 30.904
END
$draws_paper << END
END
set lmargin at screen 0.7436; set rmargin at screen 0.9630
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
