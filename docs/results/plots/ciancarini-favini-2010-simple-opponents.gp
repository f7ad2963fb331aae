# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 946,240 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Tree search without boards against random and against a player that captures when it can, 95 % intervals'
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
set ytics ('mcts-c – random' 0, 'mcts-c – capturer(pawn_tries=1)' -1)
$wins_here << END
0.13 97.400 96.218 98.220
-0.87 95.300 93.806 96.447
END
$wins_paper << END
END
set lmargin at screen 0.2960; set rmargin at screen 0.4968
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 0.400 0.156 1.024
-0.87 0.900 0.474 1.702
END
$losses_paper << END
END
set lmargin at screen 0.5307; set rmargin at screen 0.7315
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 2.200 1.457 3.309
-0.87 3.800 2.781 5.173
END
$draws_paper << END
END
set lmargin at screen 0.7653; set rmargin at screen 0.9662
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
