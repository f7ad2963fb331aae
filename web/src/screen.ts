// What the frame gives to every screen.
import type { Nebel } from '../wasm/nebel.ts';

export interface ScreenProps {
  nebel: Nebel;
  module: WebAssembly.Module; // of which workers make their own
  rest: string[]; // of the address
}
