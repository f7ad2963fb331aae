# Written by nebel: points by what a try may spend, with 95 % intervals, as SVG.
set terminal svg size 760,480 background '#ffffff' font 'sans-serif,13' noenhanced
set multiplot layout 1,1 title 'The third method by its nodes, 95 % intervals'
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
set xlabel 'nodes a try' offset 0,0.4
set logscale x 2
set xtics (2000, 8000, 32000)
set xrange [1538.46:41600]
set yrange [0:100]
set ylabel 'points against meta(checks=1), % of games'
set arrow from graph 0, first 50 to graph 1, first 50 nohead linecolor '#888888' dashtype 3
set y2range [0:100]
set y2label 'Elo'
set y2tics ('-400' 9.09, '-200' 24.03, '-100' 35.99, '0' 50.00, '+100' 64.01, '+200' 75.97, '+400' 90.91)
$curve0 << END
2000 62.250 55.695 68.805
8000 68.250 61.867 74.633
32000 64.250 58.319 70.181
END
plot $curve0 using 1:2:3:4 with yerrorlines linestyle 1 title 'mcts-c'
unset multiplot
