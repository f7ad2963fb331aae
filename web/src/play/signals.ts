// Sounds and vibration for what the person's seat has heard: a refusal, a check, a capture, the person's turn, the end. They can be switched
// off, which is remembered.
import { type Sign, SIGNS } from '../../wasm/nebel.ts';
import { keep, kept } from '../settings.ts';
import type { Sitting } from './sitting.ts';

type Signal = 'refused' | 'check' | 'captured' | 'turn' | 'end';

/** Tones in hertz, one after the other, and how long a device shakes, pauses, shakes: both tell the signals apart. */
const signals: Record<Signal, { tones: number[]; shakesMs: number[] }> = {
  refused: { tones: [160], shakesMs: [60] },
  check: { tones: [660, 880], shakesMs: [40, 40, 40] },
  captured: { tones: [440, 220], shakesMs: [90] },
  turn: { tones: [520], shakesMs: [20] },
  end: { tones: [520, 390, 260], shakesMs: [60, 60, 120] },
};
const TONE_SECONDS = 0.09;
const LOUDNESS = 0.08;

let context: AudioContext | undefined;

export const isSounding = (): boolean => kept('sound') !== 'off';

export function setSounding(isOn: boolean): void {
  keep('sound', isOn ? 'on' : 'off');
}

function play(tones: number[]): void {
  context ??= new AudioContext();
  const begin = context.currentTime;
  for (const [i, hertz] of tones.entries()) {
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(LOUDNESS, begin + i * TONE_SECONDS);
    gain.gain.linearRampToValueAtTime(0, begin + (i + 1) * TONE_SECONDS); // without a click at the end
    tone.connect(gain).connect(context.destination);
    tone.start(begin + i * TONE_SECONDS);
    tone.stop(begin + (i + 1) * TONE_SECONDS);
  }
}

/** What the last news is worth; from what the seat knows alone. */
function signalOf(sitting: Sitting, refusedBefore: number): Signal | undefined {
  const { seat, news } = sitting;
  const sum = [...seat.signs().values()].reduce((all, signs) => all | signs, 0);
  const has = (sign: Sign): boolean => (sum & SIGNS[sign]) !== 0;
  if (!news.heard.length) return undefined;
  if (seat.isOver) return 'end';
  if (seat.refusals().length > refusedBefore) return 'refused';
  if (!sitting.isOwnTurn) return has('captured') ? 'captured' : undefined;
  return has('check') ? 'check' : has('captured') ? 'captured' : 'turn';
}

/** Signals the news of a sitting, one after the other. */
export class Signals {
  private refused = 0;

  take(sitting: Sitting): void {
    const signal = signalOf(sitting, this.refused);
    this.refused = sitting.seat.refusals().length;
    // A browser allows neither before the person has touched the page.
    if (!signal || !isSounding() || !navigator.userActivation.hasBeenActive) return;
    play(signals[signal].tones);
    navigator.vibrate?.(signals[signal].shakesMs);
  }
}
