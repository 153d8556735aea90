import { useCallback, useEffect, useRef, useState } from 'react';
import { deskChat, loadQueue } from '#lib/client/stores/desk/chat.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { ChatQueue, ChatQueueValues } from '#lib/contract/chat/desk-schema.ts';
import type { ChatNews } from '#lib/contract/events/stream.ts';

/** News within this time cause one request, ms. */
const settleMs = 250;

function concernsQueue({ what, side }: ChatNews): boolean {
  // The queue does not show the company's read mark.
  return what === 'message' || what === 'change' || what === 'state' || (what === 'read' && side === 'staff');
}

/** The searched list of talks; it follows the news of chat, with one request at a time. */
export function useQueue(initial: ChatQueue, first: ChatQueueValues) {
  const [queue, setQueue] = useState(initial);
  const [input, setInput] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const current = useRef(first);
  const running = useRef<Promise<void>>(undefined);
  const isStale = useRef(false);

  const refresh = useCallback((): Promise<void> => {
    isStale.current = true;
    running.current ??= (async () => {
      try {
        while (isStale.current) {
          isStale.current = false;
          const asked = current.current;
          const found = await loadQueue(asked);
          if (asked === current.current) setQueue(found);
        }
      } finally {
        running.current = undefined;
      }
    })();
    return running.current;
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = deskChat.onNews((news) => {
      if (typeof news === 'object' && !concernsQueue(news)) return;
      clearTimeout(timer);
      // A failure shows itself at the next act; the next news ask again.
      timer = setTimeout(() => refresh().catch(() => undefined), settleMs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [refresh]);

  /** Another tab, company or page of the list. */
  async function look(change: Partial<ChatQueueValues>): Promise<void> {
    const next = { ...current.current, page: 1, ...change };
    current.current = next;
    setInput(next);
    setBusy(true);
    try {
      await refresh();
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  return { queue, input, isBusy, look, refresh };
}
