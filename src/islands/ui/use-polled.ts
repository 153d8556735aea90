import { type SetStateAction, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CancelledError } from '#lib/client/api.ts';
import { GivenUpError } from '#lib/client/given-up.ts';

interface Given<Value> {
  /** Asks the server how it stands. */
  load: () => Promise<Value>;
  /** Looks in a row that this value is worth: 0 while nothing runs, Infinity until something is over. */
  looks: (now: Value) => number;
  /** Milliseconds between an answer and the next look. */
  everyMs: number;
  /** Called with each value that a look brought. */
  onLook?: (now: Value) => void;
}

interface Polled<Value> {
  now: Value;
  /** Shows what an act answered; looks that were asked for before are dropped, and looks in a row count anew. */
  take: (next: SetStateAction<Value>) => void;
  /** Looks once now, whether something runs or not: after a refusal the value may be another one. */
  look: () => void;
  /** True while the last look has failed. */
  isLost: boolean;
}

/** Failed looks make the pause longer, up to so many times. */
const slowest = 5;

/**
 * A value that is looked at again by itself while something runs. One look at a time is under way. A hidden tab does not
 * look; one that is shown again looks at once. A look that fails is followed by a later one; after one that the person gave
 * up the rest is until the tab is shown again, an act, or `look`.
 */
export function usePolled<Value>(initial: Value, given: Given<Value>): Polled<Value> {
  const [now, setNow] = useState(initial);
  const [isLost, setLost] = useState(false);
  /** Starts the looks anew. */
  const [begun, begin] = useState(0);
  const acts = useRef(0);
  const isWanted = useRef(false);
  const { everyMs } = given;
  const most = given.looks(now);

  const load = useEffectEvent(given.load);
  const show = useEffectEvent((value: Value) => {
    setLost(false);
    setNow(value);
    given.onLook?.(value);
  });

  const take = useCallback((next: SetStateAction<Value>) => {
    acts.current += 1;
    setLost(false);
    setNow(next);
    begin((turn) => turn + 1);
  }, []);
  const look = useCallback(() => {
    isWanted.current = true;
    begin((turn) => turn + 1);
  }, []);

  // After an act the looks begin anew.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    let isOpen = false;
    let looked = 0;
    let failed = 0;
    let isGivenUp = false;
    async function run(): Promise<void> {
      if (isOpen) return;
      clearTimeout(timer);
      isOpen = true;
      isGivenUp = false;
      looked += 1;
      const asked = acts.current;
      try {
        const value = await load();
        failed = 0;
        if (!isGone && asked === acts.current) show(value);
      } catch (error) {
        isGivenUp = error instanceof GivenUpError;
        if (!(error instanceof CancelledError)) {
          failed += 1;
          if (!isGone) setLost(true);
        }
      }
      isOpen = false;
      rest();
    }
    function rest(): void {
      if (isGone || isGivenUp || document.hidden || looked >= most) return;
      timer = setTimeout(() => void run(), everyMs * Math.min(1 + failed, slowest));
    }
    function turn(): void {
      clearTimeout(timer);
      if (!document.hidden && looked < most) void run();
    }
    document.addEventListener('visibilitychange', turn);
    if (isWanted.current) {
      isWanted.current = false;
      void run();
    } else rest();
    return () => {
      isGone = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turn);
    };
  }, [most, everyMs, begun]);

  return { now, take, look, isLost };
}
