# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 906,352 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Tree search without boards against a fixed search of metapositions, 95 % intervals'
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
set ytics ('mcts-c – meta(checks=1)'."\n".'cpu 5 against nodes 10000' 0, 'mcts-c – meta(checks=1)'."\n".'cpu 10 against nodes 10000' -1, 'mcts-c – meta(checks=1)'."\n".'cpu 20 against nodes 10000' -2, 'mcts-c – meta(checks=1)'."\n".'cpu 40 against nodes 10000' -3)
$wins_here << END
0.13 66.000 52.154 77.563
-0.87 68.000 54.190 79.242
-1.87 58.000 44.233 70.625
-2.87 56.000 42.306 68.838
END
$wins_paper << END
END
set lmargin at screen 0.2649; set rmargin at screen 0.4746
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 26.000 15.872 39.553
-0.87 28.000 17.474 41.665
-1.87 26.000 15.872 39.553
-2.87 36.000 24.139 49.859
END
$losses_paper << END
END
set lmargin at screen 0.5099; set rmargin at screen 0.7196
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 8.000 3.155 18.838
-0.87 4.000 1.104 13.460
-1.87 16.000 8.337 28.514
-2.87 8.000 3.155 18.838
END
$draws_paper << END
END
set lmargin at screen 0.7550; set rmargin at screen 0.9647
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
