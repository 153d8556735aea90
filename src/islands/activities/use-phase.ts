import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $clockOffset, serverNow } from '#lib/client/clock.ts';
import { type Phase, phaseOf } from '#lib/rules/terms/activity-time.ts';

/** Start and end as the wire has them, epoch milliseconds, and the phase that the page was made in. */
export interface Span {
  start_time: number;
  end_time: number;
  phase: Phase;
}

/** A timer cannot wait for longer than 2^31 ms. */
const longest = 2_000_000_000;

/** The position of the server's clock relative to a period; it updates at the right moment. */
export function usePhase({ start_time, end_time, phase: initial }: Span): Phase {
  const offset = useStore($clockOffset, { ssr: 'initial' });
  const [phase, setPhase] = useState(initial);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const now = Date.now() + offset;
      setPhase(phaseOf({ startsAt: start_time, endsAt: end_time }, now));
      const next = [start_time, end_time].find((moment) => moment > now);
      if (next !== undefined) timer = setTimeout(look, Math.min(next - now, longest));
    };
    look();
    return () => clearTimeout(timer);
  }, [start_time, end_time, offset]);

  return phase;
}

/** Milliseconds until a moment on the server's clock, second by second; null before the page has come to life. */
export function useTimeLeft(until: number): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const show = () => setLeft(Math.max(0, until - serverNow()));
    show();
    const timer = setInterval(show, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
