// A module of WebAssembly: its functions, and texts and bytes in its memory.

/** A number that the C side uses as an address; 0 is none. */
export type Pointer = number;

type Exported = (...values: (number | bigint)[]) => number | bigint;

const BAD_FILE = 8; // WASI's number for a file that is not open

/** The library opens no file and writes to no stream, but the C library asks for these. */
const imports = {
  wasi_snapshot_preview1: {
    fd_close: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
    fd_write: () => BAD_FILE,
  },
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Module {
  private constructor(
    private readonly functions: Record<string, Exported>,
    private readonly memory: WebAssembly.Memory,
  ) {}

  static async load(source: BufferSource | WebAssembly.Module): Promise<Module> {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(module, imports);
    const { memory, _initialize, ...functions } = instance.exports;
    (_initialize as () => void)();
    return new Module(functions as Record<string, Exported>, memory as WebAssembly.Memory);
  }

  /** Calls a function of C that returns a number or nothing. */
  call(name: string, ...values: (number | bigint)[]): number {
    const called = this.functions[name];
    if (!called) throw new Error(`the module has no function ${name}`);
    return Number(called(...values));
  }

  /** The same for one that returns true or false. */
  ask(name: string, ...values: (number | bigint)[]): boolean {
    return this.call(name, ...values) !== 0;
  }

  /** A copy of some bytes of memory. */
  bytes(at: Pointer, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, count).slice();
  }

  view(at: Pointer, count: number): DataView {
    return new DataView(this.memory.buffer, at, count);
  }

  /** The text that ends with a zero, in at most `room` bytes. */
  text(at: Pointer, room = Infinity): string {
    const all = new Uint8Array(this.memory.buffer, at, Math.min(room, this.memory.buffer.byteLength - at));
    return decoder.decode(all.subarray(0, all.indexOf(0)));
  }

  /** The text that a function of C returns; undefined if that is NULL. */
  textOf(name: string, ...values: (number | bigint)[]): string | undefined {
    const at = this.call(name, ...values);
    return at ? this.text(at) : undefined;
  }

  /** Hands texts to `use` as addresses, which are good until it returns; undefined is NULL. */
  withTexts<T>(texts: (string | undefined)[], use: (...at: Pointer[]) => T): T {
    const at = texts.map((text) => (text === undefined ? 0 : this.put(text)));
    try {
      return use(...at);
    } finally {
      at.forEach((address) => this.call('free', address));
    }
  }

  /** Hands a stretch of memory to `use`, which is good until it returns. */
  withRoom<T>(count: number, use: (at: Pointer) => T): T {
    const at = this.reserve(count);
    try {
      return use(at);
    } finally {
      this.call('free', at);
    }
  }

  private put(text: string): Pointer {
    const bytes = encoder.encode(text);
    const at = this.reserve(bytes.length + 1);
    const room = new Uint8Array(this.memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    return at;
  }

  private reserve(count: number): Pointer {
    const at = this.call('malloc', count);
    if (!at) throw new Error('there is not enough memory');
    return at;
  }
}

/** Something of C that must be closed. */
export abstract class Handle {
  constructor(
    protected readonly module: Module,
    readonly at: Pointer,
    private readonly ender: string,
  ) {}

  close(): void {
    this.module.call(this.ender, this.at);
  }
}
