// Runs a WASI program with node: node tools/run-wasm.mjs PROGRAM [ARGUMENT...]. It can write to its standard streams and read the
// clock, and sees no files and no environment.
//
// Node's own WASI is not used: it is experimental, and node 20 sometimes crashes as it ends after a program has read the clock.
import { readFileSync, writeSync } from 'node:fs';
import process from 'node:process';

const BAD_FILE = 8; // WASI's numbers for errors
const STREAM = 2; // a character device

class Exit extends Error {
  constructor(status) {
    super();
    this.status = status;
  }
}

function systemFor(words, memory) {
  const view = () => new DataView(memory().buffer);
  const texts = words.map((word) => new TextEncoder().encode(`${word}\0`));
  return {
    args_sizes_get(count, bytes) {
      view().setUint32(count, texts.length, true);
      view().setUint32(bytes, texts.reduce((sum, text) => sum + text.length, 0), true);
      return 0;
    },
    args_get(pointers, at) {
      texts.forEach((text, i) => {
        view().setUint32(pointers + 4 * i, at, true);
        new Uint8Array(memory().buffer).set(text, at);
        at += text.length;
      });
      return 0;
    },
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, process.hrtime.bigint(), true);
      return 0;
    },
    fd_fdstat_get(file, at) {
      new Uint8Array(memory().buffer, at, 24).fill(0);
      view().setUint8(at, STREAM);
      return file <= 2 ? 0 : BAD_FILE;
    },
    fd_write(file, parts, count, written) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const length = view().getUint32(parts + 8 * i + 4, true);
        const bytes = new Uint8Array(memory().buffer, view().getUint32(parts + 8 * i, true), length);
        for (let done = 0; done < length; ) done += writeSync(file, bytes, done);
        sum += length;
      }
      view().setUint32(written, sum, true);
      return 0;
    },
    fd_close: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
    proc_exit(status) {
      throw new Exit(status);
    },
  };
}

const [program, ...rest] = process.argv.slice(2);
if (!program) {
  console.error('usage: node tools/run-wasm.mjs PROGRAM [ARGUMENT...]');
  process.exit(2);
}
let instance;
const system = systemFor([program, ...rest], () => instance.exports.memory);
const module = new WebAssembly.Module(readFileSync(program));
instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system });
try {
  instance.exports._start();
} catch (end) {
  if (!(end instanceof Exit)) throw end;
  process.exitCode = end.status;
}
