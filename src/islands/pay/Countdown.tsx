import { useEffect, useState } from 'react';
import { countdown } from '#lib/rules/terms/activity-time.ts';

interface Props {
  /** End, ISO 8601. */
  until: string;
  /** The server's clock when the page was made; the browser's may be wrong. */
  now: string;
  onEnd?: () => void;
}

/** Counts down by the server's clock: `29分58秒`. */
export function Countdown({ until, now, onEnd }: Props) {
  const [left, setLeft] = useState(() => Date.parse(until) - Date.parse(now));
  useEffect(() => {
    const offset = Date.parse(now) - Date.now();
    let isOver = false;
    function show() {
      const rest = Date.parse(until) - (Date.now() + offset);
      setLeft(rest);
      if (rest > 0 || isOver) return;
      isOver = true;
      clearInterval(timer);
      onEnd?.();
    }
    const timer = setInterval(show, 1000);
    return () => clearInterval(timer);
  }, [until, now, onEnd]);
  const { days, hours, minutes, seconds } = countdown(left);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <span className="num font-600 text-price" role="timer">
      {days > 0 && `${days}天`}
      {hours > 0 && `${hours}小时`}
      {two(minutes)}分{two(seconds)}秒
    </span>
  );
}
