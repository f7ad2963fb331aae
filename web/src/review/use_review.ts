// A review that a screen opens: the worker, the record, and what a seat could believe.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SeatNumber } from '../../wasm/nebel.ts';
import { language } from '../words.ts';
import type { Believed, FromReview, Reviewed, ToReview } from './messages.ts';

export interface ReviewState {
  reviewed?: Reviewed | undefined;
  believed?: Believed | undefined; // the newest answer
  fault?: string | undefined;
}

export function useReview(): [ReviewState, { open: (source: string) => void; believe: (seat: SeatNumber, heard: number) => void; close: () => void }] {
  const [state, setState] = useState<ReviewState>({});
  const worker = useRef<Worker>();
  useEffect(() => () => worker.current?.terminate(), []);
  const send = (message: ToReview): void => {
    if (!worker.current) {
      worker.current = new Worker(new URL('./review.worker.ts', import.meta.url), { type: 'module' });
      worker.current.onmessage = ({ data }: MessageEvent<FromReview>) => {
        if (data.kind === 'failed') setState((before) => ({ ...before, fault: data.reason }));
        else if (data.kind === 'opened') setState({ reviewed: data });
        else setState((before) => ({ ...before, believed: data }));
      };
    }
    worker.current.postMessage(message);
  };
  return [
    state,
    {
      open: (source) => send({ kind: 'open', source, language: language().file }),
      believe: (seat, heard) => send({ kind: 'believe', seat, heard }),
      close: () => setState({}),
    },
  ];
}
