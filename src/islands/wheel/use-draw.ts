import { type RefObject, useEffect, useRef, useState } from 'react';
import { CancelledError } from '#lib/client/api.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { findPress, forgetPress, newSeed, play } from '#lib/client/stores/wheel.ts';
import type { Drawn, WheelOutput } from '#lib/contract/wheel.ts';
import type { Turner } from './WheelFace.tsx';

export interface Draw {
  /** From the press until the prize is shown. */
  isRunning: boolean;
  /** The shown prize. */
  drawn: Drawn | null;
  /** The answer of an earlier press has not come: the button asks for it again. */
  isUnanswered: boolean;
  turner: RefObject<Turner | null>;
  /** The line with the prize; it takes the focus when the prize is shown. */
  result: RefObject<HTMLParagraphElement | null>;
  press(seed?: string): Promise<void>;
}

/** Draws from a wheel: one press at a time, the wheel turns to the answer, then it is shown and read out. */
export function useDraw(
  { id, mine }: Pick<WheelOutput, 'id' | 'mine'>,
  { onDrawn, onRefused }: { onDrawn: (drawn: Drawn) => void; onRefused?: () => void },
): Draw {
  const companyId = mine?.company_id ?? 0;
  const [isRunning, setRunning] = useState(false);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [isUnanswered, setUnanswered] = useState(false);
  const turner = useRef<Turner | null>(null);
  const isBusy = useRef(false);
  const result = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    setUnanswered(findPress({ id, companyId }) !== null);
  }, [id, companyId]);

  // The pressed button may be shut now.
  useEffect(() => {
    if (drawn !== null) result.current?.focus();
  }, [drawn]);

  async function press(seed = newSeed()) {
    if (isBusy.current) return;
    isBusy.current = true;
    setRunning(true);
    setDrawn(null);
    try {
      const answer = await play({ id, companyId }, seed);
      await turner.current?.turnTo(answer.prize_id);
      forgetPress({ id, companyId });
      setDrawn(answer);
      onDrawn(answer);
    } catch (error) {
      if (!(error instanceof CancelledError)) react(error);
      // A colleague may have used the last chance.
      onRefused?.();
    }
    setUnanswered(findPress({ id, companyId }) !== null);
    isBusy.current = false;
    setRunning(false);
  }

  return { isRunning, drawn, isUnanswered, turner, result, press };
}

/** A prize as it is read out. */
export function drawnText({ kind, name, remarks }: Pick<Drawn, 'kind' | 'name' | 'remarks'>): string {
  if (kind === 'nothing') return `${name}，这次没有抽中奖品`;
  return `恭喜，抽中${name}${remarks === '' ? '' : `（${remarks}）`}`;
}
