/** Messages on their way: in their order, once, over a lost line, a reload and two tabs; refused ones wait for a person. */
import { afterEach, expect, test } from 'vitest';
import { TimeoutError } from '#lib/client/api.ts';
import { type Outbox, openOutbox } from '#lib/client/stores/chat/outbox.ts';
import { pageShelf, type Shelf } from '#lib/client/stores/chat/outbox-shelf.ts';
import type { ChatMessage, SendInput } from '#lib/contract/chat/schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import { chatMessage } from '#tests/support/chat.ts';
import { fakePage } from '#tests/support/page.ts';
import { soon } from '#tests/support/soon.ts';

const page = fakePage();

/** A server that gives these answers in turn, then takes everything. */
function service(...answers: (Error | 'silent')[]) {
  const sent: SendInput[] = [];
  const uploaded: string[] = [];
  const taken = new Map<string, ChatMessage>();
  return {
    sent,
    uploaded,
    taken,
    side: {
      async send(input: SendInput) {
        sent.push(input);
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        const known =
          taken.get(input.client_id) ??
          chatMessage(taken.size + 1, { client_id: input.client_id, text: input.text ?? '', is_mine: 1 });
        taken.set(input.client_id, known);
        // It arrived, and the answer is lost.
        if (answer === 'silent') throw new TimeoutError('cut');
        return known;
      },
      async upload(_talk: number, file: File) {
        uploaded.push(file.name);
        return {
          id: uploaded.length,
          kind: 'image' as const,
          name: file.name,
          bytes: 1,
          width: 1,
          height: 1,
          url: '',
          full_url: '',
        };
      },
    },
  };
}

const open: Outbox[] = [];
function boxOf(side: ReturnType<typeof service>['side'], shelf: Shelf, account = 'buyer:demo'): Outbox {
  const box = openOutbox({ side, shelf, account, delay: () => 5 });
  open.push(box);
  return box;
}
const texts = (sent: readonly SendInput[]) => sent.map(({ text }) => text);
const states = (box: Outbox) => box.$waiting.get().map(({ text, state }) => `${text} ${state}`);

afterEach(() => {
  for (const box of open.splice(0)) box.close();
});

test('what is written is sent in its order and leaves when it has arrived', async () => {
  const server = service();
  const box = boxOf(server.side, pageShelf());
  const arrived: number[] = [];
  box.onSent((_, message) => void arrived.push(message.seq));
  await Promise.all(['一', '二', '三'].map((text) => box.add(7, { text })));
  await soon(() => expect(box.$waiting.get()).toEqual([]));
  expect(texts(server.sent)).toEqual(['一', '二', '三']);
  expect(arrived).toEqual([1, 2, 3]);
});

test('an answer that was lost: the same id is sent again, and the message stands once', async () => {
  const server = service('silent', new TimeoutError('no line'));
  const box = boxOf(server.side, pageShelf());
  await box.add(7, { text: '一' });
  await box.add(7, { text: '二' });
  await soon(() => expect(box.$waiting.get()).toEqual([]));
  expect(texts(server.sent)).toEqual(['一', '一', '一', '二']);
  expect(new Set(server.sent.map(({ client_id }) => client_id)).size).toBe(2);
  expect(server.taken.size).toBe(2);
});

test('the next page sends what this one could not', async () => {
  const shelf = pageShelf();
  const first = boxOf(service(...Array(50).fill(new TimeoutError('no line'))).side, shelf);
  await first.add(7, { text: '一' });
  expect(states(first)).toEqual(['一 waiting']);
  first.close();
  const server = service();
  const second = boxOf(server.side, shelf);
  await soon(() => expect(texts(server.sent)).toEqual(['一']));
  await soon(() => expect(second.$waiting.get()).toEqual([]));
});

test('another account of this browser does not send it', async () => {
  const shelf = pageShelf();
  const first = boxOf(service(new TimeoutError('no line')).side, shelf);
  await first.add(7, { text: '一' });
  first.close();
  const server = service();
  const other = boxOf(server.side, shelf, 'buyer:clinic');
  await other.add(7, { text: '二' });
  await soon(() => expect(other.$waiting.get()).toEqual([]));
  expect(texts(server.sent)).toEqual(['二']);
});

test('a refused one says why and holds up no other; it is sent again or deleted by a person', async () => {
  const server = service(new AppError(422, '消息不正确', { errors: { text: ['消息太长'] } }));
  const box = boxOf(server.side, pageShelf());
  await box.add(7, { text: '一' });
  await box.add(7, { text: '二' });
  await soon(() => expect(states(box)).toEqual(['一 failed']));
  expect(box.$waiting.get()[0]?.reason).toBe('消息太长');
  await box.retry(box.$waiting.get()[0]?.no ?? 0);
  await soon(() => expect(box.$waiting.get()).toEqual([]));
  expect(texts(server.sent)).toEqual(['一', '二', '一']);
});

test('a deleted one is not sent', async () => {
  const server = service(new AppError(403, '没有权限'));
  const box = boxOf(server.side, pageShelf());
  await box.add(7, { text: '一' });
  await soon(() => expect(states(box)).toEqual(['一 failed']));
  await box.drop(box.$waiting.get()[0]?.no ?? 0);
  expect(box.$waiting.get()).toEqual([]);
  expect(server.sent.length).toBe(1);
});

test('a server that fails again and again counts as a refusal in the end', async () => {
  const server = service(...Array(6).fill(new AppError(500)));
  const box = boxOf(server.side, pageShelf());
  await box.add(7, { text: '一' });
  await soon(() => expect(states(box)).toEqual(['一 failed']));
  expect(server.sent.length).toBe(6);
});

test('without a session it waits', async () => {
  const server = service(new AppError(401));
  const box = boxOf(server.side, pageShelf());
  await box.add(7, { text: '一' });
  await soon(() => expect(server.sent.length).toBe(1));
  expect(states(box)).toEqual(['一 waiting']);
});

test('two tabs: one sends, each in its turn, and both show the same', async () => {
  const shelf = pageShelf();
  const server = service(new TimeoutError('no line'));
  const [one, other] = [boxOf(server.side, shelf), boxOf(server.side, shelf)];
  await one.add(7, { text: '一' });
  await other.add(7, { text: '二' });
  await soon(() => expect([one.$waiting.get(), other.$waiting.get()]).toEqual([[], []]));
  expect(texts(server.sent)).toEqual(['一', '一', '二']);
  expect(server.taken.size).toBe(2);
});

test('files are uploaded once, however often the message is sent', async () => {
  const server = service(new TimeoutError('no line'));
  const box = boxOf(server.side, pageShelf());
  await box.add(7, { text: '', files: [new File(['a'], 'a.png'), new File(['b'], 'b.pdf')] });
  await soon(() => expect(box.$waiting.get()).toEqual([]));
  expect(server.uploaded).toEqual(['a.png', 'b.pdf']);
  expect(server.sent.map(({ file_ids: ids }) => ids)).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('the line that is back wakes it before its time', async () => {
  const server = service(new TimeoutError('no line'));
  const box = openOutbox({
    side: server.side,
    shelf: pageShelf(),
    account: 'buyer:demo',
    delay: () => 600_000,
  });
  open.push(box);
  await box.add(7, { text: '一' });
  await soon(() => expect(server.sent.length).toBe(1));
  page.sendNotice('online');
  await soon(() => expect(box.$waiting.get()).toEqual([]));
});
