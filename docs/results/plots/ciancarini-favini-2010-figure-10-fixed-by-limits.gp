# Written by nebel: points by what a try may spend, with 95 % intervals, as SVG.
set terminal svg size 760,480 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot layout 1,1 title 'Tree search without boards against a fixed search of metapositions, 95 % intervals'
set style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7
set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7
set style line 3 linecolor '#3d8f5f' linewidth 2 pointtype 9 pointsize 0.8
set style line 4 linecolor '#8e4b9e' linewidth 2 pointtype 13 pointsize 0.8
set style line 5 linecolor '#b8972a' linewidth 2 pointtype 11 pointsize 0.8
set style line 6 linecolor '#666666' linewidth 2 pointtype 4 pointsize 0.7
set key below horizontal samplen 2
set grid ytics linecolor '#dddddd'
set border 11 linecolor '#888888'
set tics nomirror textcolor '#222222'
set xlabel 'ms of CPU time a try' offset 0,0.4
set logscale x 2
set xtics (5, 10, 20, 40)
set xrange [3.84615:52]
set yrange [0:100]
set ylabel 'points against meta(checks=1), % of games'
set arrow from graph 0, first 50 to graph 1, first 50 nohead linecolor '#888888' dashtype 3
set y2range [0:100]
set y2label 'Elo'
set y2tics ('-400' 9.09, '-200' 24.03, '-100' 35.99, '0' 50.00, '+100' 64.01, '+200' 75.97, '+400' 90.91)
$curve0 << END
4.73029 70.000 58.913 81.087
9.46058 70.000 57.918 82.082
18.9212 66.000 54.279 77.721
37.8423 60.000 47.604 72.396
END
$curve1 << END
4.86327 26.000 15.094 36.906
9.72655 27.000 15.598 38.402
19.4531 45.000 31.141 58.859
38.9062 60.000 48.240 71.760
END
$curve2 << END
5 2.000 0.000 4.659
10 4.000 0.407 7.593
20 19.000 9.287 28.713
40 34.000 21.334 46.666
END
$curve3 << END
5.14057 2.000 0.000 4.659
10.2811 5.000 0.000 10.544
20.5623 7.000 0.488 13.512
41.1246 18.000 8.592 27.408
END
$curve4 << END
5.28509 1.000 0.000 2.920
10.5702 3.000 0.000 7.222
21.1404 5.000 0.000 10.544
42.2807 4.000 0.000 8.538
END
plot $curve0 using 1:2:3:4 with yerrorlines linestyle 1 title 'mcts-c', \
     $curve1 using 1:2:3:4 with yerrorlines linestyle 2 title 'mcts-b(k=1)', \
     $curve2 using 1:2:3:4 with yerrorlines linestyle 3 title 'mcts-b(k=3)', \
     $curve3 using 1:2:3:4 with yerrorlines linestyle 4 title 'mcts-b(k=7)', \
     $curve4 using 1:2:3:4 with yerrorlines linestyle 5 title 'mcts-b(k=10)'
unset multiplot
