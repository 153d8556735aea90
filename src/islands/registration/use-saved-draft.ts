import { useEffect, useRef, useState } from 'react';

export type SaveState = 'idle' | 'saving' | 'saved' | 'failed';

const restMs = 1_500;

interface KeptDraft {
  saved: SaveState;
  /** Something has changed. */
  touch: () => void;
  /**
   * Runs `work` (which sends everything itself) after a save in progress; it includes pending changes. Rejects as
   * `work`.
   */
  inTurn: (work: () => Promise<void>) => Promise<void>;
  /** Stops saving. */
  stop: () => void;
}

/**
 * Saves a draft shortly after the last change, one at a time: each save names the version that it is based on. A failed
 * save is retried with the next change.
 */
export function useSavedDraft(save: () => Promise<void>): KeptDraft {
  const [saved, setSaved] = useState<SaveState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOver = useRef(false);
  const running = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(save);
  latest.current = save;

  useEffect(() => () => clearTimeout(timer.current), []);

  async function run() {
    if (isOver.current) return;
    setSaved('saving');
    try {
      await latest.current();
      // A pending change is not saved yet.
      if (timer.current === undefined) setSaved('saved');
    } catch {
      setSaved('failed');
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
    saved,
    touch() {
      rest();
      setSaved('idle');
      timer.current = setTimeout(() => void inTurn(run), restMs);
    },
    inTurn,
    stop() {
      isOver.current = true;
      rest();
    },
  };
}
