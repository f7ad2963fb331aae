# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 946,296 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The third method by its nodes, 95 % intervals'
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
set ytics ('mcts-c – meta(checks=1)'."\n".'nodes 2000 against nodes 10000' 0, 'mcts-c – meta(checks=1)'."\n".'nodes 8000 against nodes 10000' -1, 'mcts-c – meta(checks=1)'."\n".'nodes 32000 against nodes 10000' -2)
$wins_here << END
0.13 57.000 50.070 63.666
-0.87 62.500 55.614 68.915
-1.87 61.000 54.094 67.492
END
$wins_paper << END
END
set lmargin at screen 0.2960; set rmargin at screen 0.4968
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 32.500 26.392 39.268
-0.87 26.000 20.414 32.491
-1.87 32.500 26.392 39.268
END
$losses_paper << END
END
set lmargin at screen 0.5307; set rmargin at screen 0.7315
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 10.500 6.971 15.518
-0.87 11.500 7.786 16.665
-1.87 6.500 3.838 10.802
END
$draws_paper << END
END
set lmargin at screen 0.7653; set rmargin at screen 0.9662
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
