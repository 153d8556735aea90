// @vitest-environment happy-dom
/** The box and the messages of a talk: keys, files, quotes, states, and what is read out. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Composer } from '#islands/chat/kit/Composer.tsx';
import { MessageList } from '#islands/chat/kit/MessageList.tsx';
import type { Waiting } from '#lib/client/stores/chat/outbox-shelf.ts';
import { type TalkView, viewOf } from '#lib/client/stores/chat/view.ts';
import type { ChatMessage } from '#lib/contract/chat/schema.ts';
import { chatMessage } from '#tests/support/chat.ts';
import { clearDocument, does, draw, named, press, typeInto, typeKey, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';

domPage();
afterEach(clearDocument);

const sent: { text: string; files: string[] }[] = [];
beforeEach(() => void sent.splice(0));

async function drawBox(quote: { name: string; text: string } | null = null, onDropQuote = () => undefined) {
  const place = await draw(
    <Composer
      quote={quote}
      onDropQuote={onDropQuote}
      onText={() => undefined}
      onSend={(text, files) => sent.push({ text, files: files.map(({ name }) => name) })}
    />,
  );
  const box = place.querySelector('textarea')!;
  await does(() => box.focus());
  return { place, box };
}

test('Enter sends what is there, Shift+Enter does not, and nothing empty is sent', async () => {
  const { box } = await drawBox();
  await typeKey('Enter');
  await typeInto(box, '  \n ');
  await typeKey('Enter');
  expect(sent).toEqual([]);
  await typeInto(box, ' 有货吗 ');
  await typeKey('Enter', { shiftKey: true });
  expect(sent).toEqual([]);
  await typeKey('Enter');
  expect(sent).toEqual([{ text: '有货吗', files: [] }]);
  expect(box.value).toBe('');
  expect(document.activeElement).toBe(box);
});

test('the Enter of an input method takes a word and sends nothing', async () => {
  const { box } = await drawBox();
  await typeInto(box, 'youhuoma');
  await typeKey('Enter', { isComposing: true });
  expect(sent).toEqual([]);
});

test('a text that is too long is not sent, and says how long it is', async () => {
  const { place, box } = await drawBox();
  await typeInto(box, 'x'.repeat(2_001));
  await typeKey('Enter');
  expect(sent).toEqual([]);
  expect(place.querySelector('[role=alert]')?.textContent).toContain('2001');
});

test('a pasted picture goes with the message; one of another kind is refused in words', async () => {
  const { place, box } = await drawBox();
  const paste = async (...files: File[]) => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(event, { clipboardData: { files, getData: () => '' } });
    await does(() => box.dispatchEvent(event));
  };
  await paste(new File(['a'], '破损.png', { type: 'image/png' }), new File(['b'], '脚本.exe'));
  await until(() => expect(place.textContent).toContain('破损.png'));
  expect(place.querySelector('[role=alert]')?.textContent).toContain('脚本.exe');
  await press(named(place, '发送'));
  expect(sent).toEqual([{ text: '', files: ['破损.png'] }]);
});

test('Escape drops the quote before it closes anything', async () => {
  const dropped = vi.fn();
  await drawBox({ name: '客服小李', text: '有的' }, dropped);
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  await does(() => document.activeElement?.dispatchEvent(event));
  expect(dropped).toHaveBeenCalledOnce();
  expect(event.defaultPrevented).toBe(true);
});

const seen: number[] = [];
const acts = {
  onOlder: vi.fn(),
  onLater: vi.fn(),
  onNewest: vi.fn(),
  onSeen: (seq: number) => void seen.push(seq),
  onQuote: vi.fn(),
  onRecall: vi.fn(),
  onShow: vi.fn(),
  onRetry: vi.fn(),
  onDrop: vi.fn(),
  rewriteOf: () => null,
};

function viewWith(list: readonly ChatMessage[], more: Partial<TalkView> = {}): TalkView {
  const last = list.at(-1)?.seq ?? 0;
  const history = {
    list: [...list],
    last_seq: last,
    has_before: 0,
    has_after: 0,
    their_read: 0,
    my_read: 0,
  } as const;
  return { ...viewOf({ ...history, list: [...list] }), ...more };
}

async function drawList(
  list: readonly ChatMessage[],
  more: Partial<TalkView> = {},
  waiting: Waiting[] = [],
  at?: HTMLElement,
) {
  return draw(
    <MessageList
      {...acts}
      label="与百草堂的对话"
      view={viewWith(list, more)}
      waiting={waiting}
      sending={null}
      ownSide="buyer"
      typing=""
      isAway={false}
      found={0}
    />,
    at,
  );
}

const own = (seq: number, more: Partial<ChatMessage> = {}) =>
  chatMessage(seq, { sender: 'buyer', is_mine: 1, name: '采购小王', client_id: `client-${seq}`, ...more });
const spoken = (place: ParentNode) => place.querySelector('[aria-live=polite]')?.textContent;
const waits: Waiting = {
  no: 3,
  clientId: 'client-3',
  account: 'buyer:demo',
  talk: 7,
  at: 0,
  text: '还在吗',
  files: [],
  card: null,
  quote: null,
  state: 'waiting',
  reason: '',
};

test('own messages say whether they were read, and what waits is no message yet', async () => {
  const place = await drawList([own(1), own(2)], { theirRead: 1 }, [waits]);
  expect(place.querySelector('[data-seq="1"]')?.textContent).toContain('已读');
  expect(place.querySelector('[data-seq="2"]')?.textContent).toContain('已发');
  expect(place.textContent).toContain('待发');
  // It has arrived and did not leave the outbox yet: it stands once.
  await drawList([own(1), own(2), own(3, { text: '还在吗' })], {}, [waits], place);
  expect(place.textContent?.split('还在吗').length).toBe(2);
  expect(place.textContent).not.toContain('待发');
});

test('a refused one says why, and is sent again or deleted', async () => {
  const place = await drawList([own(1)], {}, [{ ...waits, state: 'failed', reason: '发送太快' }]);
  expect(place.querySelector('[role=alert]')?.textContent).toContain('失败：发送太快');
  await press(named(place, '重发'));
  await press(named(place, '删除'));
  expect(acts.onRetry).toHaveBeenCalledWith(3);
  expect(acts.onDrop).toHaveBeenCalledWith(3);
});

test('new messages of the other side are read out; first ones, older ones and own ones are not', async () => {
  const place = await drawList([chatMessage(5)]);
  expect(spoken(place)).toBe('');
  await drawList([chatMessage(4), chatMessage(5)], {}, [], place);
  expect(spoken(place)).toBe('');
  await drawList([chatMessage(4), chatMessage(5), own(6)], {}, [], place);
  expect(spoken(place)).toBe('');
  await drawList([chatMessage(4), chatMessage(5), own(6), chatMessage(7, { text: '有货' })], {}, [], place);
  expect(spoken(place)).toBe('客服小李：有货');
  expect(seen.at(-1)).toBe(7);
});

test('text is text: nothing of it becomes markup', async () => {
  const place = await drawList([chatMessage(1, { text: '<img src=x onerror=alert(1)>' })]);
  expect(place.querySelector('[data-seq] img')).toBeNull();
  expect(place.textContent).toContain('<img src=x onerror=alert(1)>');
});

test('one may be recalled until its time, and a recalled one is a notice', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString();
  const past = new Date(Date.now() - 60_000).toISOString();
  const place = await drawList([
    own(1, { recall_until: past }),
    own(2, { recall_until: soon }),
    own(3, { state: 'recalled', text: '' }),
  ]);
  const recall = [...place.querySelectorAll('button')].filter((one) => one.textContent === '撤回');
  expect(recall.length).toBe(1);
  await press(recall[0]!);
  expect(acts.onRecall).toHaveBeenCalledWith(expect.objectContaining({ seq: 2 }));
  expect(place.textContent).toContain('您撤回了一条消息');
});

test('a card that the reader may not see has no content', async () => {
  const card = {
    kind: 'order',
    ref: 'D1',
    is_open: 0,
    kind_text: '订单',
    title: '',
    lines: [],
    image: '',
    link: '',
    status_text: '',
    price: '',
    amount: '',
  } as const;
  const place = await drawList([chatMessage(1, { text: '', card: { ...card, lines: [] } })]);
  expect(place.textContent).toContain('订单：无权查看或已失效');
});
