import { useEffect, useRef, useState } from 'react';

export type Kept = 'idle' | 'saving' | 'saved' | 'failed';

const restMs = 1_500;

interface KeptDraft {
  kept: Kept;
  /** Something has changed. */
  touch: () => void;
  /** Sends the whole itself, behind what is being kept; what waited to be kept goes with it. Rejects as `work`. */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Nothing is to be kept any more. */
  stop: () => void;
}

/**
 * Keeps a draft a moment after the last change, one at a time: each says which one it follows. What could not be kept is
 * tried again with the next change.
 */
export function useKeptDraft(keep: () => Promise<void>): KeptDraft {
  const [kept, setKept] = useState<Kept>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOver = useRef(false);
  const running = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(keep);
  latest.current = keep;

  useEffect(() => () => clearTimeout(timer.current), []);

  async function run() {
    if (isOver.current) return;
    setKept('saving');
    try {
      await latest.current();
      // A change that waits is not kept yet.
      if (timer.current === undefined) setKept('saved');
    } catch {
      setKept('failed');
    }
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    rest();
    const done = running.current.then(work);
    running.current = done.catch(() => undefined);
    return done;
  }

  function rest() {
    clearTimeout(timer.current);
    timer.current = undefined;
  }

  return {
    kept,
    touch() {
      rest();
      setKept('idle');
      timer.current = setTimeout(() => void inTurn(run), restMs);
    },
    inTurn,
    stop() {
      isOver.current = true;
      rest();
    },
  };
}
