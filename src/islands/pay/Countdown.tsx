import { useEffect, useState } from 'react';

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
  const seconds = Math.max(0, Math.floor(left / 1000));
  const hours = Math.floor(seconds / 3600);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <span className="num font-600 text-price" role="timer">
      {hours > 0 && `${hours}小时`}
      {two(Math.floor(seconds / 60) % 60)}分{two(seconds % 60)}秒
    </span>
  );
}
