# Written by nebel: wins and losses by the option that was swept, with 95 % intervals, as SVG.
set terminal svg size 880,360 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot layout 1,2 title 'How much a tree search should explore, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set grid ytics linecolor '#dddddd'
set border 3 linecolor '#888888'
set tics nomirror textcolor '#222222'
set ylabel 'per cent of games'
set yrange [0:100]
set offsets graph 0.05, graph 0.05, 0, 0
set key below horizontal samplen 2
set title 'ismcts1(c=…) against capturer'
set xlabel 'c' offset 0,0.4
unset logscale x
set xtics (0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2)
$sweep0_0 << END
0.2125 7.500 3.483 15.412
0.4625 7.500 3.483 15.412
0.7125 5.000 1.961 12.162
0.9625 5.000 1.961 12.162
1.2125 6.250 2.699 13.810
1.4625 5.000 1.961 12.162
1.7125 6.250 2.699 13.810
1.9625 3.750 1.283 10.455
END
$sweep0_1 << END
0.2375 7.500 3.483 15.412
0.4875 6.250 2.699 13.810
0.7375 5.000 1.961 12.162
0.9875 5.000 1.961 12.162
1.2375 6.250 2.699 13.810
1.4875 8.750 4.303 16.977
1.7375 5.000 1.961 12.162
1.9875 3.750 1.283 10.455
END
$sweep0_2 << END
0.2625 2.500 0.688 8.664
0.5125 3.750 1.283 10.455
0.7625 2.500 0.688 8.664
1.0125 7.500 3.483 15.412
1.2625 5.000 1.961 12.162
1.5125 7.500 3.483 15.412
1.7625 2.500 0.688 8.664
2.0125 2.500 0.688 8.664
END
$sweep0_3 << END
0.2875 2.500 0.688 8.664
0.5375 1.250 0.221 6.746
0.7875 1.250 0.221 6.746
1.0375 1.250 0.221 6.746
1.2875 1.250 0.221 6.746
1.5375 1.250 0.221 6.746
1.7875 3.750 1.283 10.455
2.0375 1.250 0.221 6.746
END
plot $sweep0_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep0_1 using 1:2:3:4 with yerrorlines linestyle 1 dashtype 2 pointtype 6 title 'wins, paper', \
     $sweep0_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here', \
     $sweep0_3 using 1:2:3:4 with yerrorlines linestyle 2 dashtype 2 pointtype 4 title 'losses, paper'
set title 'ismcts2(c=…) against capturer'
set xlabel 'c' offset 0,0.4
unset logscale x
set xtics (0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2)
$sweep1_0 << END
0.2125 6.250 2.699 13.810
0.4625 8.750 4.303 16.977
0.7125 6.250 2.699 13.810
0.9625 2.500 0.688 8.664
1.2125 2.500 0.688 8.664
1.4625 3.750 1.283 10.455
1.7125 2.500 0.688 8.664
1.9625 5.000 1.961 12.162
END
$sweep1_1 << END
0.2375 10.000 5.155 18.511
0.4875 12.500 6.934 21.503
0.7375 15.000 8.794 24.413
0.9875 10.000 5.155 18.511
1.2375 6.250 2.699 13.810
1.4875 8.750 4.303 16.977
1.7375 13.750 7.855 22.967
1.9875 5.000 1.961 12.162
END
$sweep1_2 << END
0.2625 8.750 4.303 16.977
0.5125 15.000 8.794 24.413
0.7625 13.750 7.855 22.967
1.0125 11.250 6.033 20.018
1.2625 13.750 7.855 22.967
1.5125 20.000 12.703 30.046
1.7625 15.000 8.794 24.413
2.0125 12.500 6.934 21.503
END
$sweep1_3 << END
0.2875 1.250 0.221 6.746
0.5375 2.500 0.688 8.664
0.7875 1.250 0.221 6.746
1.0375 2.500 0.688 8.664
1.2875 3.750 1.283 10.455
1.5375 6.250 2.699 13.810
1.7875 5.000 1.961 12.162
2.0375 1.250 0.221 6.746
END
plot $sweep1_0 using 1:2:3:4 with yerrorlines linestyle 1 title 'wins here', \
     $sweep1_1 using 1:2:3:4 with yerrorlines linestyle 1 dashtype 2 pointtype 6 title 'wins, paper', \
     $sweep1_2 using 1:2:3:4 with yerrorlines linestyle 2 title 'losses here', \
     $sweep1_3 using 1:2:3:4 with yerrorlines linestyle 2 dashtype 2 pointtype 4 title 'losses, paper'
unset multiplot
