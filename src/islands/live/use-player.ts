import { type RefObject, useEffect, useRef, useState } from 'react';
import { moveClock } from '#lib/client/stores/live-room/clock.ts';
import { firstState, type PictureState } from './picture-state.ts';
import { Player, type Sources } from './player.ts';

/** How often the clock of the picture is read, ms. */
const tickMs = 250;

/** The player of a video element, opened with the page and closed with it. Without an address there is none. */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  { picture, sound, words }: Sources,
  isReplay: boolean,
): { player: Player | null; state: PictureState } {
  const [state, setState] = useState(firstState);
  const held = useRef<Player>(null);
  const [player, setPlayer] = useState<Player | null>(null);

  useEffect(() => {
    const element = video.current;
    if (element === null || picture === '') return;
    const opened = new Player(element, { picture, sound, words }, { isReplay, onChange: setState });
    held.current = opened;
    setPlayer(opened);
    void opened.open();
    return () => {
      opened.close();
      held.current = null;
      setPlayer(null);
    };
  }, [video, picture, sound, words, isReplay]);

  useEffect(() => {
    const tick = () => {
      const at = held.current?.clock() ?? null;
      // A recording has no other clock than its picture's.
      if (at !== null || !isReplay) moveClock(at);
    };
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [isReplay]);

  return { player, state };
}
