import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { usePolled } from '#islands/ui/use-polled.ts';
import { serverNow, setServerTime } from '#lib/client/clock.ts';
import { loadFace } from '#lib/client/stores/live-room/timeline.ts';
import type { RoomFace } from '#lib/contract/live/schema.ts';
import { countdown } from '#lib/rules/terms/activity-time.ts';

interface Props {
  id: number;
  startsAt: number;
  /** The server's clock when the page was made, ms. */
  timestamp: number;
}

/** How often a room whose time has come is looked at, ms. */
const lookMs = 10_000;
/** From so long before its time on: hosts begin early, ms. */
const earlyMs = 10 * 60_000;

/** Time until a room goes on air; when it has, the page is loaded again. */
export function StartCountdown({ id, startsAt, timestamp }: Props) {
  const [left, setLeft] = useState(startsAt - timestamp);
  const { now: face } = usePolled<RoomFace>('soon', {
    load: () => loadFace(id),
    looks: (now) => (now === 'soon' && left <= earlyMs ? Number.POSITIVE_INFINITY : 0),
    everyMs: lookMs,
  });

  useEffect(() => {
    setServerTime(timestamp);
    const tick = setInterval(() => setLeft(startsAt - serverNow()), 1_000);
    return () => clearInterval(tick);
  }, [startsAt, timestamp]);

  if (face !== 'soon')
    return (
      <p role="status" className="m-0">
        <Button onClick={() => location.reload()}>已开播，进入直播间</Button>
      </p>
    );
  const { days, hours, minutes, seconds } = countdown(Math.max(0, left));
  const clock = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
  return (
    <p className="m-0 text-lead num" role="timer">
      {left <= 0
        ? '到时间了，主播马上就来'
        : `${momentText(new Date(startsAt).toISOString())} 开播，还有${days > 0 ? `${days}天` : ''}${clock}`}
    </p>
  );
}
