import { useEffect, useState } from 'react';
import { serverNow } from '#lib/client/clock.ts';

/** The server's time, again every `ms`; 0 until the page is alive, so that the server's HTML shows none. */
export function useNow(ms: number): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    const look = () => setNow(serverNow());
    look();
    const clock = setInterval(look, ms);
    return () => clearInterval(clock);
  }, [ms]);
  return now;
}
