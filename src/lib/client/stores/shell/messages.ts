/** Messages in the browser: the list that is shown, and the count in the header. */

import { api } from '#lib/contract/api.ts';
import type {
  MessageChoices,
  MessageList,
  MessagesInput,
  MessagesRead,
  SetMessageChoiceValues,
} from '#lib/contract/messages.ts';
import { call } from '../../api.ts';
import { $user } from './user.ts';

/** A page of messages. Rejects as `call` does. */
export async function loadMessages(input: MessagesInput): Promise<MessageList> {
  const list = await call(api.messages, input);
  showUnread(list.unread);
  return list;
}

/**
 * Marks some messages as read, or all of a kind, of every kind without one; returns the numbers of unread ones. Rejects
 * as `call` does.
 */
export async function readMessages(
  ids: readonly number[] | 'all',
  kind: MessagesInput['kind'],
): Promise<MessagesRead> {
  const left = await call(api.readMessages, ids === 'all' ? { all: 1, kind } : { ids: [...ids] });
  showUnread(left.unread);
  return left;
}

/** Saves one's own choice of one kind and way. Rejects as `call` does. */
export async function chooseMessages(choice: SetMessageChoiceValues): Promise<MessageChoices> {
  return call(api.setMessageChoice, choice);
}

function showUnread(unread: number): void {
  const user = $user.get();
  if (user) $user.set({ ...user, message_count: unread });
}
