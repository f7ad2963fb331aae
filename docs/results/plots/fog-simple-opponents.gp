# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 922,240 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'fog against random and capturing players, 95 % intervals'
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
set ytics ('fog – random' 0, 'fog – capturer(pawn_tries=1)' -1)
$wins_here << END
0.13 100.000 99.049 100.000
-0.87 98.000 96.104 98.983
END
$wins_paper << END
END
set lmargin at screen 0.2777; set rmargin at screen 0.4837
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 0.000 0.000 0.951
-0.87 0.500 0.137 1.804
END
$losses_paper << END
END
set lmargin at screen 0.5184; set rmargin at screen 0.7245
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 0.000 0.000 0.951
-0.87 1.500 0.689 3.233
END
$draws_paper << END
END
set lmargin at screen 0.7592; set rmargin at screen 0.9653
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
