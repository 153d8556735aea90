import { useEffect, useState } from 'react';
import type { ReviewDone } from '#lib/contract/review.ts';

/** A decision that may be taken back until then, by this device's clock. */
export interface Verdict {
  id: number;
  /** The company and what was decided. */
  text: string;
  until: number;
}

/** They outlive the page: the last one is followed by the list. */
const key = 'yp_verdicts';

/** The decisions that may be taken back now, the last one first. */
export function readVerdicts(now: number): Verdict[] {
  const kept: Verdict[] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  return kept.filter(({ until }) => until > now);
}

export function keepVerdict(
  { id, company, state_text: state, withdraw_ms: left }: ReviewDone,
  now: number,
): void {
  const others = readVerdicts(now).filter((one) => one.id !== id);
  write([{ id, text: `${company}：${state}`, until: now + left }, ...others]);
}

export function dropVerdict(id: number, now: number): void {
  write(readVerdicts(now).filter((one) => one.id !== id));
}

const listeners = new Set<() => void>();

function write(verdicts: readonly Verdict[]): void {
  sessionStorage.setItem(key, JSON.stringify(verdicts));
  for (const tell of listeners) tell();
}

/** The same with the whole seconds left of each; empty on the server. */
export function useVerdicts(): (Verdict & { seconds: number })[] {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const look = () => setNow(Date.now());
    listeners.add(look);
    const clock = setInterval(look, 500);
    look();
    return () => {
      listeners.delete(look);
      clearInterval(clock);
    };
  }, []);
  if (now === 0) return [];
  return readVerdicts(now).map((one) => ({ ...one, seconds: Math.ceil((one.until - now) / 1000) }));
}
