import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { sendLastLikes, sendLikes } from '#lib/client/stores/live-room/acts.ts';
import { $room } from '#lib/client/stores/live-room/timeline.ts';
import { goToLogin } from '#lib/client/stores/shell/react.ts';
import { countText } from '#lib/rules/live/words.ts';

/** Presses rest for so long before they are sent together, ms. */
const restMs = 1_200;

interface Props {
  roomId: number;
  /** Of all, as the page was made. */
  initial: number;
  /** The viewer's own so far. */
  mine: number;
  isOpen: boolean;
}

/** 点赞: each press counts; presses are sent together, as the sum so far, so that one sent twice counts once. */
export function LikeButton({ roomId, initial, mine, isOpen }: Props) {
  const room = useStore($room, { ssr: 'initial' });
  const likes = room.phase === 'loading' ? initial : room.likes;
  const [pending, setPending] = useState(0);
  const sent = useRef(mine);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const count = useRef(0);
  const isUnderWay = useRef(false);

  const leave = useEffectEvent(() => {
    if (count.current === 0) return;
    clearTimeout(timer.current);
    // One under way may be cut off with the page: the same sum once more changes nothing.
    if (isUnderWay.current) void sendLastLikes(roomId, sent.current + count.current).catch(() => undefined);
    else void flush(sendLastLikes);
  });

  useEffect(() => {
    const handle = () => leave();
    addEventListener('pagehide', handle);
    return () => {
      removeEventListener('pagehide', handle);
      clearTimeout(timer.current);
    };
  }, []);

  async function flush(send = sendLikes) {
    const presses = count.current;
    isUnderWay.current = true;
    try {
      const now = await send(roomId, sent.current + presses);
      sent.current = now.mine;
      $room.setKey('likes', Math.max($room.get().likes, now.likes));
      count.current -= presses;
    } catch {
      // Likes are no more than that: these are forgotten.
      count.current -= presses;
    }
    isUnderWay.current = false;
    setPending(count.current);
    if (count.current > 0) timer.current = setTimeout(() => void flush(), restMs);
  }

  function press() {
    if (!isProbablyLoggedIn()) return goToLogin();
    count.current += 1;
    setPending(count.current);
    if (count.current === 1) timer.current = setTimeout(() => void flush(), restMs);
  }

  return (
    <button
      type="button"
      className="btn-plain"
      disabled={!isOpen}
      aria-label={`点赞，现有${likes + pending}个赞`}
      onClick={press}
    >
      <span className="i-lucide-thumbs-up text-price" aria-hidden="true" />
      <span className="num">{countText(likes + pending)}</span>
    </button>
  );
}
