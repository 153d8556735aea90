import { useEffect, useState } from 'react';
import type { Outbox } from '#lib/client/stores/chat/outbox.ts';
import type { SideCalls } from '#lib/client/stores/chat/side.ts';
import { type OpenTalk, openTalk } from '#lib/client/stores/chat/talk.ts';

/**
 * The open talk of a page; null before the first effect. A message that this tab sends joins the view before it leaves
 * the outbox.
 */
export function useTalk(side: SideCalls, outbox: Outbox, id: number): OpenTalk | null {
  const [talk, setTalk] = useState<OpenTalk | null>(null);
  useEffect(() => {
    const opened = openTalk(side, id);
    setTalk(opened);
    const end = outbox.onSent(async (sentTo, message) => {
      if (sentTo !== id) return;
      opened.take(message);
      await opened.catchUp();
    });
    return () => {
      end();
      opened.close();
      setTalk(null);
    };
  }, [side, outbox, id]);
  return talk;
}
