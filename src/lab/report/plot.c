// Heads, rows and strings of gnuplot scripts.
#include "lab/report/plot.h"

void plot_add_quoted(const char *string, Text *text)
{
    text_add_char(text, '\'');
    for (; *string; string++) {
        if (*string == '\'')
            text_add_char(text, '\'');
        text_add_char(text, *string);
    }
    text_add_char(text, '\'');
}

void plot_begin(const PlotHead *head, Text *text)
{
    text_format(text,
                "# Written by nebel: %s, as SVG.\n"
                "set terminal svg size %u,%u background '#ffffff' font 'sans-serif,13' noenhanced\n"
                "set multiplot ",
                head->what, head->width, head->height);
    if (head->rows)
        text_format(text, "layout %u,%u ", head->rows, head->columns);
    text_add(text, "title ");
    plot_add_quoted(head->title, text);
    text_add(text, "\nset style line 1 linecolor '#1f5a94' linewidth 2 pointtype 7 pointsize 0.7\n"
                   "set style line 2 linecolor '#c2571a' linewidth 2 pointtype 5 pointsize 0.7\n");
}

void plot_add_axes(unsigned sides, Text *text)
{
    text_format(text,
                "set grid ytics linecolor '#dddddd'\nset border %u linecolor '#888888'\n"
                "set tics nomirror textcolor '#222222'\n",
                sides);
}

void plot_add_rows(const PlotRows *rows, Text *text)
{
    text_format(text,
                "set grid xtics linecolor '#dddddd'\nset border 1 linecolor '#888888'\n"
                "set tics nomirror textcolor '#222222'\nset ytics scale 0\n"
                "set tmargin at screen %.4f; set bmargin at screen %.4f\nset yrange [%.1f:0.5]\n",
                1 - (double)rows->top / rows->height, (double)rows->bottom / rows->height,
                0.5 - rows->count);
}
