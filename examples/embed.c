// Referees one game of Kriegspiel: reads tries, prints what each seat hears, ends with the record.
//
//     cc embed.c $(pkg-config --cflags --libs nebel) -o embed
//     printf 'f2f3\ne7e5\ng2g4\nd8h4\n' | ./embed
#include <nebel/nebel.h>
#include <stdio.h>
#include <string.h>

// In a server, each effect would go to its seat, and to no one else.
static void tell(const nebel_game *game, const nebel_effects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const nebel_effect *effect = &effects->effects[i];
        char line[NEBEL_TEXT_BYTES], words[NEBEL_TEXT_BYTES];
        nebel_hearing_line(&effect->hearing, effect->seat, line, sizeof line);
        nebel_hearing_words(game, &effect->hearing, words, sizeof words);
        printf("  to %s: %s (%s)\n", effect->seat == NEBEL_WHITE ? "White" : "Black", line, words);
    }
}

int main(int count, char **arguments)
{
    char text[NEBEL_TEXT_BYTES];
    nebel_game *game = nebel_game_open(count > 1 ? arguments[1] : "kriegspiel", text, sizeof text);
    nebel_effects effects;
    nebel_table *table = game ? nebel_table_create(game, 0, 0, 0, &effects) : NULL;
    if (!table) {
        fprintf(stderr, "embed: %s\n", text);
        return 1;
    }
    tell(game, &effects);
    while (!nebel_table_is_over(table) && fgets(text, sizeof text, stdin)) {
        text[strcspn(text, "\n")] = '\0';
        printf("%s\n", text);
        const int seat = nebel_table_seat_to_move(table);
        const nebel_error error = nebel_table_try(table, seat, text, 0, &effects);
        if (error)
            printf("  %s\n", nebel_error_text(error));
        else
            tell(game, &effects);
    }
    nebel_record *record = nebel_table_record(table);
    char *pgn = NULL;
    if (record && nebel_record_write(record, NEBEL_UMPIRE, NEBEL_PGN, &pgn) == NEBEL_OK)
        printf("\n%s", pgn);
    nebel_free(pgn);
    nebel_record_destroy(record);
    nebel_table_destroy(table);
    nebel_game_close(game);
}
