// How a game stands, at a table here or elsewhere: whether it is over, whose turn it is, whether an action can be sent.
#include "ui/play/inside.h"

bool play__has_ended(const GameUi *ui)
{
    return play__is_elsewhere(ui) ? seat_is_over(play__seat(ui)) : table_is_over(ui->table);
}

bool ui_is_over(const GameUi *ui)
{
    return play__has_ended(ui) || ui->is_left;
}

uint8_t ui_seat_to_move(const GameUi *ui)
{
    return play__is_elsewhere(ui) ? seat_to_move(play__seat(ui)) : table_seat_to_move(ui->table);
}

bool play__can_send(const GameUi *ui)
{
    const UiElsewhere *elsewhere = ui->plan.elsewhere;
    return !elsewhere || elsewhere->can_send(elsewhere->context);
}
