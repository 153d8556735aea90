import { useEffect, useRef, useState } from 'react';
import { setDuty } from '#lib/client/stores/desk/chat.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { ChatDuty } from '#lib/contract/chat/desk-schema.ts';

/** A person without a beat for 90 s counts as offline, so the page sends one every 30 s. */
const beatMs = 30_000;

export interface Duty {
  duty: ChatDuty;
  isBusy: boolean;
  turn: () => void;
}

/** Whether the person is on duty, as the server says it. A closed page sends no beat, so who has left gets no talk. */
export function useDuty(initial: ChatDuty): Duty {
  const [duty, setShown] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const isOn = duty.is_on === 1;
  const wanted = useRef(isOn);

  useEffect(() => {
    if (!isOn) return;
    const say = () => {
      if (!wanted.current) return;
      setDuty(true).then(
        (now) => wanted.current && setShown(now),
        // The next beat says it again; the server lets the person go meanwhile.
        () => undefined,
      );
    };
    say();
    const beat = setInterval(say, beatMs);
    // A hidden tab's timers may be held back: the return says it at once.
    const onSight = () => document.visibilityState === 'visible' && say();
    document.addEventListener('visibilitychange', onSight);
    return () => {
      clearInterval(beat);
      document.removeEventListener('visibilitychange', onSight);
    };
  }, [isOn]);

  async function turn() {
    wanted.current = !isOn;
    setBusy(true);
    try {
      setShown(await setDuty(!isOn));
    } catch (error) {
      wanted.current = isOn;
      react(error);
    }
    setBusy(false);
  }

  return { duty, isBusy, turn: () => void turn() };
}
