# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 1058,184 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Determinization with GNU Chess against recapturing random play, two seconds a try, 95 % intervals'
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
set ytics ('pimc(engine=gnuchess,draw=uniform) – capturer' 0)
$wins_here << END
0.13 97.500 87.119 99.557
END
$wins_paper << END
-0.13 46.000 41.177 50.899
END
set lmargin at screen 0.3705; set rmargin at screen 0.5501
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $wins_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$losses_here << END
0.13 0.000 0.000 8.762
END
$losses_paper << END
-0.13 0.000 0.000 0.951
END
set lmargin at screen 0.5803; set rmargin at screen 0.7599
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $losses_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
$draws_here << END
0.13 2.500 0.443 12.881
END
$draws_paper << END
-0.13 54.000 49.101 58.823
END
set lmargin at screen 0.7902; set rmargin at screen 0.9698
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here', \
     $draws_paper using 2:1:3:4 with xerrorbars linestyle 2 title 'paper'
unset ytics
unset key
unset multiplot
