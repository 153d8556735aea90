/** Messages in the browser: the list that is shown, and the count in the header. */

import { api } from '#lib/contract/api.ts';
import type { MessageList, MessagesInput } from '#lib/contract/messages.ts';
import { call } from '../../api.ts';
import { $user } from './user.ts';

/** A page of messages. Rejects as `call` does. */
export async function loadMessages(input: MessagesInput): Promise<MessageList> {
  const list = await call(api.messages, input);
  showUnread(list.unread);
  return list;
}

/** Marks some messages as read, or all of them; returns the number of unread ones. Rejects as `call` does. */
export async function readMessages(ids: readonly number[] | 'all'): Promise<number> {
  const { unread } = await call(api.readMessages, ids === 'all' ? { all: 1 } : { ids: [...ids] });
  showUnread(unread);
  return unread;
}

function showUnread(unread: number): void {
  const user = $user.get();
  if (user) $user.set({ ...user, message_count: unread });
}
