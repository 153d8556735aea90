import { useEffect, useState } from 'react';
import { type Outbox, openOutbox } from '#lib/client/stores/chat/outbox.ts';
import { browserShelf } from '#lib/client/stores/chat/outbox-shelf.ts';
import { deskChat } from '#lib/client/stores/desk/chat.ts';

/** Messages of this person that the server has not confirmed; null until the island is hydrated. */
export function useDeskOutbox(username: string): Outbox | null {
  const [outbox, setOutbox] = useState<Outbox | null>(null);
  useEffect(() => {
    const opened = openOutbox({ side: deskChat, account: `staff:${username}`, shelf: browserShelf() });
    setOutbox(opened);
    return () => {
      opened.close();
      setOutbox(null);
    };
  }, [username]);
  return outbox;
}
