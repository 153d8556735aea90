/** Chat in the shop: the company's talks, and what this browser has to send. Each act rejects as `call` does. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import type { EscalateValues, RateTalkValues, Talk } from '#lib/contract/chat/calls.ts';
import type { CardValues } from '#lib/contract/chat/cards.ts';
import type { ChatFile } from '#lib/contract/chat/schema.ts';
import { chatWaitsKey } from '#lib/contract/constants.ts';
import { call, sendLast } from '../../api.ts';
import { uploadFile } from '../../upload.ts';
import { onHearing, onNews } from '../live/events.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { browserShelf } from './outbox-shelf.ts';
import { chatNewsOf, type SideCalls } from './side.ts';

export const buyerSide: SideCalls = {
  kind: 'buyer',
  messages: (input) => call(api.chatMessages, input),
  send: (input) => call(api.sendChat, input),
  upload: (talk, file, options) =>
    uploadFile<ChatFile>(file, options, {
      method: api.chatUpload.method,
      path: api.chatUpload.path.replace('{id}', String(talk)),
    }),
  recall: (input) => call(api.recallChat, input),
  read: (input) => call(api.readChat, input),
  // Beside the queue of writes: a sign that comes late says nothing.
  type: (id) => sendLast(api.typeChat, { id }),
  search: (input) => call(api.searchChat, input),
  onNews: chatNewsOf({ onNews, onHearing }),
};

/** The company's talks, the last written first; null before they are known. */
export const $talks = atom<readonly Talk[] | null>(null);

export async function loadTalks(): Promise<void> {
  $talks.set((await call(api.chatTalks, {})).list);
}

/** Takes a talk that a call has answered. */
function put(talk: Talk): Talk {
  const others = ($talks.get() ?? []).filter(({ id }) => id !== talk.id);
  const at = ($talks.get() ?? []).findIndex(({ id }) => id === talk.id);
  $talks.set(others.toSpliced(Math.max(at, 0), 0, talk));
  return talk;
}

/** The talk with a merchant's service, 0 for the platform's. */
export async function openTalkWith(merchant: number, card: CardValues | null): Promise<Talk> {
  const about = card === null ? {} : { card: { kind: card.kind, ref: card.ref } };
  return put(await call(api.openTalk, { merchant_id: merchant, ...about }));
}

export async function rateTalk(input: RateTalkValues): Promise<void> {
  put(await call(api.rateChat, input));
}

export async function escalateTalk(input: EscalateValues): Promise<void> {
  put(await call(api.escalateChat, input));
}

/** Uses up the token of an embedded page. */
export async function redeemChatToken(username: string, token: string): Promise<void> {
  $talks.set((await call(api.redeemChatToken, { username, token })).list);
}

/** News within this time cause one request, ms. */
const settleMs = 200;

/** Keeps $talks in step until the returned function is called. */
export function followTalks(): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(settling);
    settling = setTimeout(() => void loadTalks().catch(() => undefined), settleMs);
  };
  const end = buyerSide.onNews((news) => {
    if (typeof news === 'string' || !['typing', 'viewing'].includes(news.what)) look();
  });
  return () => {
    clearTimeout(settling);
    end();
  };
}

let outbox: Outbox | undefined;

/** The outbox of the logged-in person, one a page. Messages that earlier pages could not send are sent at once. */
export function ownOutbox(username: string): Outbox {
  outbox ??= open(username);
  return outbox;
}

function open(username: string): Outbox {
  const opened = openOutbox({ side: buyerSide, account: `buyer:${username}`, shelf: browserShelf() });
  // The next page sends what waits, whichever it is (islands/shell/live.ts).
  opened.$waiting.listen((all) => {
    try {
      if (all.some(({ state }) => state === 'waiting')) localStorage.setItem(chatWaitsKey, '1');
      else localStorage.removeItem(chatWaitsKey);
    } catch {
      // Then it waits for the chat to be opened.
    }
  });
  return opened;
}
