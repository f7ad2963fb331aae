# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 986,296 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'The third method with other values, 95 % intervals'
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
set ytics ('mcts-c(backup=mean) – meta(checks=1)' 0, 'mcts-c(backup=max) – meta(checks=1)' -1, 'mcts-bc – meta(checks=1)' -2)
$wins_here << END
0.13 53.500 46.587 60.281
-0.87 59.000 52.076 65.584
-1.87 33.500 27.324 40.298
END
$wins_paper << END
END
set lmargin at screen 0.3245; set rmargin at screen 0.5172
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 41.500 34.894 48.426
-0.87 30.500 24.536 37.199
-1.87 57.500 50.571 64.146
END
$losses_paper << END
END
set lmargin at screen 0.5497; set rmargin at screen 0.7424
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 5.000 2.738 8.958
-0.87 10.500 6.971 15.518
-1.87 9.000 5.769 13.777
END
$draws_paper << END
END
set lmargin at screen 0.7748; set rmargin at screen 0.9675
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
