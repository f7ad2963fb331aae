// A WebSocket to the server of the page that comes back when it is lost: sooner at first, then later, and at once when the browser is online again
// or the page is looked at after a while.
import type { Nebel } from '../../wasm/nebel.ts';
import { waitMs } from '../../wasm/remote.ts';

export interface LinkOwner {
  opened(): void;
  take(line: string): void;
  lost(): void; // also when another socket takes the place of this one
}

/** A socket may be dead though nobody closed it, after a change of networks: who waits this long for an answer connects anew. */
const ANSWER_MS = 10_000;
/** A page that was not looked at for so long may have slept, and its socket be dead. */
const HIDDEN_MS = 20_000;

/** The node that serves the page, whatever folder that lies in. */
const urlOf = (path: string): string => Object.assign(new URL(path, location.origin), { protocol: location.protocol.replace('http', 'ws') }).href;

export class Link {
  private readonly closing = new AbortController();
  private socket: WebSocket | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined; // of what comes next: a connection, something of the owner's, the end of patience
  private failures = 0; // since something was reached
  private isEnded = true;
  private hiddenAtMs = 0;

  constructor(
    private readonly nebel: Nebel,
    private readonly path: string,
    private readonly owner: LinkOwner,
  ) {
    const { signal } = this.closing;
    addEventListener('online', () => this.refresh(), { signal });
    document.addEventListener('visibilitychange', () => this.look(), { signal });
  }

  /** Connects at once, whatever there was. */
  connect(): void {
    this.drop();
    this.isEnded = false;
    const socket = (this.socket = new WebSocket(urlOf(this.path)));
    socket.onopen = () => this.owner.opened();
    socket.onmessage = ({ data }: MessageEvent<string>) => this.owner.take(data);
    socket.onclose = () => this.comeBack();
    this.after(ANSWER_MS, () => this.comeBack());
  }

  /** Gives the socket up, and connects again in a while. */
  comeBack(): void {
    this.drop();
    this.after(waitMs(this.nebel, this.failures++), () => this.connect());
  }

  /** Sends a line, and waits for its answer. */
  send(line: string): void {
    this.socket?.send(line);
    this.after(ANSWER_MS, () => this.comeBack());
  }

  /** What was waited for has come. */
  rest(): void {
    clearTimeout(this.timer);
    this.failures = 0;
  }

  /** Does something in a while, unless something else comes first. */
  after(ms: number, then: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, ms);
  }

  /** Gives the socket up for good, or until `connect`. */
  end(): void {
    this.drop();
    this.isEnded = true;
  }

  close(): void {
    this.closing.abort();
    this.end();
  }

  /** What the socket says from now on is not heard. */
  private drop(): void {
    clearTimeout(this.timer);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = undefined;
    this.owner.lost();
  }

  private refresh(): void {
    if (!this.isEnded) this.connect();
  }

  private look(): void {
    if (document.hidden) this.hiddenAtMs = performance.now();
    else if (performance.now() - this.hiddenAtMs > HIDDEN_MS) this.refresh();
  }
}
