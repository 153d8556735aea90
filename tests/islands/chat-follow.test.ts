// @vitest-environment happy-dom
/** An open talk: pointers that come twice, early, in another order or not at all, and what is asked for each time. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChatSignalOf, SideCalls } from '#lib/client/stores/chat/side.ts';
import { type OpenTalk, openTalk } from '#lib/client/stores/chat/talk.ts';
import { isBehind, viewOf, withLater, withOlder, withOne, withRead } from '#lib/client/stores/chat/view.ts';
import type { ChatHistory, ChatMessage } from '#lib/contract/chat/schema.ts';
import type { ChatNews } from '#lib/contract/events/stream.ts';
import { chatMessage as message } from '#tests/support/chat.ts';
import { soon } from '#tests/support/soon.ts';

const history = (seqs: readonly number[], last = seqs.at(-1) ?? 0, more: Partial<ChatHistory> = {}) => ({
  list: seqs.map((seq) => message(seq)),
  last_seq: last,
  has_before: (seqs[0] ?? 1) > 1 ? (1 as const) : (0 as const),
  has_after: (seqs.at(-1) ?? last) < last ? (1 as const) : (0 as const),
  their_read: 0,
  my_read: 0,
  ...more,
});
const numbers = (list: readonly ChatMessage[] | undefined) => list?.map(({ seq }) => seq);

describe('a view', () => {
  test.each([
    ['the next one is added', 4, [2, 3, 4], false],
    ['a known one is replaced', 3, [2, 3], false],
    ['one behind a gap only says that something lacks', 5, [2, 3], true],
    ['one that is older than the view changes nothing', 1, [2, 3], false],
  ])('%s', (_, seq, list, lacks) => {
    const view = withOne(viewOf(history([2, 3])), message(seq));
    expect(numbers(view.list)).toEqual(list);
    expect(isBehind(view)).toBe(lacks);
  });

  test('answers overlap: each number stands once, and the later answer counts', () => {
    const view = viewOf(history([3, 4]));
    const later = withLater(view, {
      ...history([4, 5]),
      list: [message(4, { text: 'changed' }), message(5)],
    });
    expect(numbers(later.list)).toEqual([3, 4, 5]);
    expect(later.list[1]?.text).toBe('changed');
    const older = withOlder(later, { ...history([1, 2, 3]), list: [message(1), message(2), message(3)] });
    expect(numbers(older.list)).toEqual([1, 2, 3, 4, 5]);
    expect(older.hasBefore).toBe(false);
  });

  test('a mark never moves back', () => {
    const view = withRead(viewOf(history([1, 2])), 'their', 2);
    expect(withRead(view, 'their', 1)).toBe(view);
  });
});

/** A server with as many messages as are said, and a stream that the test speaks through. */
function service(count: number) {
  const state = { last: count, calls: [] as string[], fails: 0, texts: new Map<number, string>() };
  let tell: (news: ChatSignalOf) => void = () => undefined;
  const side: SideCalls = {
    kind: 'buyer',
    async messages({ before, after, around, size = 3 }) {
      const asked = Object.entries({ before, after, around }).find(([, seq]) => seq !== undefined);
      state.calls.push(asked?.join(' ') ?? 'newest');
      if (state.fails > 0) {
        state.fails -= 1;
        throw new Error('no line');
      }
      const all = Array.from({ length: state.last }, (_, at) => at + 1);
      let seqs = all.filter((seq) => seq < (before ?? Infinity)).slice(-size);
      if (after !== undefined) seqs = all.filter((seq) => seq > after).slice(0, size);
      if (around !== undefined) seqs = all.filter((seq) => Math.abs(seq - around) <= 1);
      const found = history(seqs, state.last);
      return {
        ...found,
        list: found.list.map((one) => ({ ...one, text: state.texts.get(one.seq) ?? one.text })),
      };
    },
    send: () => Promise.reject(new Error('not here')),
    upload: () => Promise.reject(new Error('not here')),
    recall: () => Promise.reject(new Error('not here')),
    read: async ({ seq }) => {
      state.calls.push(`read ${seq}`);
      return { my_read: seq, unread: 0 };
    },
    type: async () => null,
    search: () => Promise.reject(new Error('not here')),
    onNews(handler) {
      tell = handler;
      return () => {
        tell = () => undefined;
      };
    },
  };
  return { side, state, tell: (news: ChatSignalOf) => tell(news) };
}

const news = (what: ChatNews['what'], seq = 0, more: Partial<ChatNews> = {}): ChatNews => ({
  talk: 7,
  what,
  seq,
  side: 'staff',
  name: '',
  ...more,
});

let talk: OpenTalk | undefined;
afterEach(() => {
  talk?.close();
  vi.useRealTimers();
});

async function opened(count: number) {
  const server = service(count);
  talk = openTalk(server.side, 7);
  const shown = () => numbers(talk?.$view.get()?.list);
  await soon(() => expect(shown()).toBeDefined());
  server.state.calls.length = 0;
  return { ...server, shown, talk };
}

test('the stream is followed before the first answer: what comes in between is there', async () => {
  const server = service(2);
  talk = openTalk(server.side, 7);
  server.state.last = 3;
  server.tell(news('message', 3));
  await soon(() => expect(numbers(talk?.$view.get()?.list)).toEqual([1, 2, 3]));
});

test('each new message is asked for behind the last one that is there without a gap', async () => {
  const { state, tell, shown } = await opened(2);
  state.last = 3;
  tell(news('message', 3));
  await soon(() => expect(shown()).toEqual([1, 2, 3]));
  expect(state.calls).toEqual(['after 2']);
  // The same pointer again, as after a reconnect.
  tell(news('message', 3));
  tell(news('message', 2));
  await Promise.resolve();
  expect(state.calls).toEqual(['after 2']);
});

test('pointers in another order leave no gap', async () => {
  const { state, tell, shown } = await opened(2);
  state.last = 5;
  for (const seq of [5, 3, 4]) tell(news('message', seq));
  await soon(() => expect(shown()).toEqual([1, 2, 3, 4, 5]));
});

test('a page of answers is not the end: it goes on until nothing lacks', async () => {
  const { state, tell, shown } = await opened(1);
  state.last = 250;
  tell(news('message', 250));
  await soon(() => expect(shown()?.length).toBe(250));
  expect(state.calls).toEqual(['after 1', 'after 101', 'after 201']);
});

test('after a loss without a position everything that is shown is read anew', async () => {
  const { state, tell, shown, talk: open } = await opened(2);
  state.texts.set(1, 'taken back');
  state.last = 3;
  tell('reload');
  await soon(() => expect(shown()).toEqual([1, 2, 3]));
  expect(open.$view.get()?.list[0]?.text).toBe('taken back');
});

test('a question that failed is asked again by itself', async () => {
  vi.useFakeTimers();
  const server = service(2);
  server.state.fails = 1;
  talk = openTalk(server.side, 7);
  await vi.advanceTimersByTimeAsync(1);
  expect(talk.$hasFailed.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(numbers(talk.$view.get()?.list)).toEqual([1, 2]);
  expect(talk.$hasFailed.get()).toBe(false);
});

test('what is read anew after a loss is asked for again where the line fails once more', async () => {
  const { state, tell, talk: open } = await opened(2);
  vi.useFakeTimers();
  state.texts.set(1, 'taken back');
  state.fails = 1;
  tell('reload');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(open.$view.get()?.list[0]?.text).toBe('taken back');
});

test('a changed message is read alone, one outside of the view not at all', async () => {
  const { state, tell, talk: open } = await opened(5);
  state.texts.set(4, 'taken back');
  tell(news('change', 1));
  tell(news('change', 4));
  await soon(() => expect(open.$view.get()?.list.find(({ seq }) => seq === 4)?.text).toBe('taken back'));
  expect(state.calls).toEqual(['after 3']);
});

test('older pages are added above; a hit of a search is shown apart from the end', async () => {
  const { state, tell, shown, talk: open } = await opened(20);
  await open.loadOlder();
  expect(shown()).toEqual([15, 16, 17, 18, 19, 20]);
  await open.showAround(5);
  expect(shown()).toEqual([4, 5, 6]);
  expect(open.$isAway.get()).toBe(true);
  state.last = 21;
  tell(news('message', 21));
  await open.catchUp();
  expect(shown()).toEqual([4, 5, 6]);
  await open.showNewest();
  expect(shown()).toEqual([19, 20, 21]);
  expect(open.$isAway.get()).toBe(false);
});

test('a hit far from the end stays on screen when a message comes and when the line is back', async () => {
  const { state, tell, shown, talk: open } = await opened(900);
  await open.showAround(5);
  state.last = 901;
  tell(news('message', 901));
  await open.catchUp();
  expect(shown()).toEqual([4, 5, 6]);
  expect(open.$isAway.get()).toBe(true);
  state.texts.set(5, 'taken back');
  tell('reload');
  await open.catchUp();
  expect(shown()).toEqual([4, 5, 6]);
  expect(open.$view.get()?.list[1]?.text).toBe('taken back');
});

test('an answer for another part of the talk than is shown by now leaves no gap', async () => {
  const { state, side, tell, shown, talk: open } = await opened(20);
  const { messages } = side;
  let answer = () => {};
  side.messages = async (input) => {
    if (input.after !== undefined) await new Promise<void>((resolve) => (answer = resolve));
    return messages(input);
  };
  state.last = 21;
  tell(news('message', 21));
  await open.showAround(5);
  const caughtUp = open.catchUp();
  answer();
  await caughtUp;
  expect(shown()).toEqual([4, 5, 6]);
});

test('typing of the other side is shown for a while, and ends with its message', async () => {
  vi.useFakeTimers();
  const server = service(1);
  talk = openTalk(server.side, 7);
  await vi.advanceTimersByTimeAsync(1);
  server.tell(news('typing', 0, { name: '客服小李' }));
  expect(talk.$typing.get()).toBe('客服小李');
  server.tell(news('typing', 0, { name: '同事', side: 'buyer' }));
  expect(talk.$typing.get()).toBe('客服小李');
  await vi.advanceTimersByTimeAsync(6_000);
  expect(talk.$typing.get()).toBe('');
  server.tell(news('typing', 0, { name: '客服小李' }));
  server.tell(news('message', 2));
  expect(talk.$typing.get()).toBe('');
});

test('the mark moves to the highest number that was seen, once each', async () => {
  const { state, talk: open } = await opened(9);
  for (const seq of [7, 9, 8]) open.markRead(seq);
  await soon(() => expect(state.calls).toEqual(['read 7', 'read 9']));
  open.markRead(9);
  expect(state.calls).toEqual(['read 7', 'read 9']);
});

test('a talk that is closed while its mark is on the way sends no further one', async () => {
  const { state, side, talk: open } = await opened(9);
  let answer = () => {};
  side.read = ({ seq }) => {
    state.calls.push(`read ${seq}`);
    if (state.calls.length > 3) throw new Error('a closed talk goes on');
    return new Promise((resolve) => {
      answer = () => resolve({ my_read: seq, unread: 0 });
    });
  };
  open.markRead(9);
  open.close();
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  expect(state.calls).toEqual(['read 9']);
});

test('news of another talk are not ours', async () => {
  const { state, tell } = await opened(2);
  tell(news('message', 9, { talk: 8 }));
  expect(state.calls).toEqual([]);
});
