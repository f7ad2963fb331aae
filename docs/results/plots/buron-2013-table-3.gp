# Written by nebel: the shares of each cell with 95 % intervals, as SVG.
set terminal svg size 1218,464 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot title 'Two-level Monte Carlo against itself at other budgets, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid xtics linecolor '#dddddd'
set border 1 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ytics scale 0
set tmargin at screen 0.8362; set bmargin at screen 0.1121
set yrange [-5.5:0.5]
set xrange [0:100]
set xtics 20
set key at screen 0.01,0.02 left bottom Left reverse horizontal samplen 2
set ytics ('go-two-level(each=1,share=0.25) – go-two-level(each=1,share=0.25)' 0, 'go-two-level(each=1,share=0.25) – go-two-level(each=1,share=0.5)' -1, 'go-two-level(each=1,share=0.25) – go-two-level(each=1)' -2, 'go-two-level(each=1,share=0.5) – go-two-level(each=1,share=0.5)' -3, 'go-two-level(each=1,share=0.5) – go-two-level(each=1)' -4, 'go-two-level(each=1) – go-two-level(each=1)' -5)
$wins_here << END
0.13 60.000 31.267 83.182
-0.87 40.000 16.818 68.733
-1.87 30.000 10.779 60.322
-2.87 70.000 39.678 89.221
-3.87 30.000 10.779 60.322
-4.87 40.000 16.818 68.733
END
$wins_paper << END
END
set lmargin at screen 0.4532; set rmargin at screen 0.6092
set title 'wins, %'
plot $wins_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$losses_here << END
0.13 40.000 16.818 68.733
-0.87 60.000 31.267 83.182
-1.87 70.000 39.678 89.221
-2.87 30.000 10.779 60.322
-3.87 70.000 39.678 89.221
-4.87 60.000 31.267 83.182
END
$losses_paper << END
END
set lmargin at screen 0.6355; set rmargin at screen 0.7915
set title 'losses, %'
plot $losses_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
$draws_here << END
0.13 0.000 0.000 27.753
-0.87 0.000 0.000 27.753
-1.87 0.000 0.000 27.753
-2.87 0.000 0.000 27.753
-3.87 0.000 0.000 27.753
-4.87 0.000 0.000 27.753
END
$draws_paper << END
END
set lmargin at screen 0.8177; set rmargin at screen 0.9737
set title 'draws, %'
plot $draws_here using 2:1:3:4 with xerrorbars linestyle 1 title 'here'
unset ytics
unset key
unset multiplot
