# Written by nebel: points by what a try may spend, with 95 % intervals, as SVG.
set terminal svg size 760,480 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot layout 1,1 title 'Tree search without boards against metapositions, 95 % intervals'
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
4.73029 65.000 45.157 84.843
9.46058 55.000 36.930 73.070
18.9212 92.500 82.578 100.000
37.8423 65.000 52.604 77.396
END
$curve1 << END
4.86327 32.500 14.101 50.899
9.72655 40.000 21.406 58.594
19.4531 37.500 18.842 56.158
38.9062 40.000 15.796 64.204
END
$curve2 << END
5 7.500 0.000 17.422
10 12.500 0.008 24.992
20 20.000 0.000 40.556
40 30.000 13.312 46.688
END
$curve3 << END
5.14057 2.500 0.000 7.148
10.2811 2.500 0.000 7.148
20.5623 2.500 0.000 7.148
41.1246 7.500 0.399 14.601
END
$curve4 << END
5.28509 2.500 0.000 7.148
10.5702 5.000 0.000 11.198
21.1404 5.000 0.000 14.297
42.2807 7.500 0.000 17.422
END
plot $curve0 using 1:2:3:4 with yerrorlines linestyle 1 title 'mcts-c', \
     $curve1 using 1:2:3:4 with yerrorlines linestyle 2 title 'mcts-b(k=1)', \
     $curve2 using 1:2:3:4 with yerrorlines linestyle 3 title 'mcts-b(k=3)', \
     $curve3 using 1:2:3:4 with yerrorlines linestyle 4 title 'mcts-b(k=7)', \
     $curve4 using 1:2:3:4 with yerrorlines linestyle 5 title 'mcts-b(k=10)'
unset multiplot
