# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 938,352 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'fog under other rulesets, 95 % intervals'
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
set ytics ('fog – mcts-c'."\n".'kriegspiel(rules=berkeley-any)' 0, 'fog – mcts-c'."\n".'kriegspiel(rules=cincinnati)' -1, 'fog – mcts-c'."\n".'kriegspiel(rules=english)' -2, 'fog – mcts-c'."\n".'kriegspiel(rules=rand)' -3)
$wins_here << END
0.13 71.000 61.461 78.985
-0.87 79.000 70.020 85.834
-1.87 74.000 64.629 81.595
-2.87 83.000 74.452 89.106
END
$wins_paper << END
END
set lmargin at screen 0.2900; set rmargin at screen 0.4925
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 23.000 15.843 32.154
-0.87 15.000 9.306 23.284
-1.87 21.000 14.166 29.980
-2.87 10.000 5.523 17.437
END
$losses_paper << END
END
set lmargin at screen 0.5267; set rmargin at screen 0.7292
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 6.000 2.779 12.477
-0.87 6.000 2.779 12.477
-1.87 5.000 2.154 11.175
-2.87 7.000 3.432 13.750
END
$draws_paper << END
END
set lmargin at screen 0.7633; set rmargin at screen 0.9659
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
