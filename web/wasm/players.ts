// The door to players.wasm: the players of `nebel players`, which hear what their seat hears and choose. For a worker.
import { Handle, Module, type Pointer } from './module.ts';
import { check, NAME_BYTES, open, readHearing, type SeatNumber, TEXT_BYTES, withHearing } from './nebel.ts';

const CHOICE_BYTES = 24; // int32 action, bool resigns, offers_draw and accepts_draw, double value, uint64 nodes
const NO_ACTION = -1;

/** What a player decides: a try, or "resign", "offer", "accept" or "decline". */
export interface Choice {
  choice: string;
  value: number; // its own estimate, from 0 for lost to 1 for won
  nodes: number;
}

export class Players {
  private constructor(private readonly module: Module) {}

  static async load(source: BufferSource | WebAssembly.Module): Promise<Players> {
    return new Players(await Module.load(source));
  }

  /** All players by name. */
  names(): string[] {
    const names: string[] = [];
    for (let name; (name = this.module.textOf('nebel_player_name', names.length)) !== undefined; ) names.push(name);
    return names;
  }

  /** Seats a player, as "mcts-c" or "capturer(pawn_tries=1)", in a game. */
  sit(game: string, player: string, seat: SeatNumber, seed: number): Player {
    const gameAt = this.open('nebel_game_open', game);
    const at = this.open('nebel_player_open', player);
    check(this.module, this.module.call('nebel_player_sit', at, gameAt, seat, BigInt(seed)));
    return new Player(this.module, at, gameAt, seat);
  }

  private open(name: string, text: string): Pointer {
    return open(this.module, [text], (why, given) => this.module.call(name, given!, why, TEXT_BYTES), (at) => at);
  }
}

export class Player extends Handle {
  constructor(
    module: Module,
    at: Pointer,
    private readonly game: Pointer,
    private readonly seat: SeatNumber,
  ) {
    super(module, at, 'nebel_player_close');
  }

  /** Takes a line that its seat heard; `own` is its own try that it answers, "" if none. */
  hear(line: string, own: string): void {
    const action = own ? this.module.withTexts([own], (text) => this.module.call('nebel_action_read', this.game, text!)) : NO_ACTION;
    withHearing(this.module, readHearing(this.module, line, this.seat), (at) =>
      check(this.module, this.module.call('nebel_player_hear', this.at, action, at)),
    );
  }

  /** Asks for its next try. `nodes` limits its work; 0 is its usual limit. */
  choose(nodes: number): Choice {
    return this.module.withRoom(CHOICE_BYTES + NAME_BYTES, (at) => {
      check(this.module, this.module.call('nebel_player_choose', this.at, BigInt(nodes), at));
      const view = this.module.view(at, CHOICE_BYTES);
      const action = view.getInt32(0, true);
      this.module.call('nebel_action_text', this.game, action, at + CHOICE_BYTES);
      const instead = ['resign', 'offer', 'accept'].find((_, i) => view.getUint8(4 + i) !== 0) ?? 'decline';
      return {
        choice: action === NO_ACTION ? instead : this.module.text(at + CHOICE_BYTES, NAME_BYTES),
        value: view.getFloat64(8, true),
        nodes: Number(view.getBigUint64(16, true)),
      };
    });
  }

  override close(): void {
    super.close();
    this.module.call('nebel_game_close', this.game);
  }
}
