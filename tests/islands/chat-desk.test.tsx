// @vitest-environment happy-dom
/** The desk of service: queue by keys, taking a talk, canned answers in the box, cards and the duty switch. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ChatDesk } from '#islands/desk/chat/ChatDesk.tsx';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type {
  ChatAside,
  ChatDuty,
  ChatQueue,
  DeskTalk,
  DeskTalkDetail,
} from '#lib/contract/chat/desk-schema.ts';
import { clearDocument, draw, named, press, typeInto, typeKey, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

/** Lines of the requests that arrived, in their order. */
let lines: string[] = [];
/** Answers by the beginning of the line. */
let answers: Record<string, unknown> = {};

beforeAll(() => {
  // happy-dom has a navigator without locks, as pages of an origin that is not secure.
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
  void (async () => {
    for (;;) {
      const one = await shop.next();
      lines.push(one.line);
      const found = Object.entries(answers).find(([begin]) => one.line.startsWith(begin));
      if (found) one.answer(200, found[1]);
      else one.answer(500);
    }
  })();
});

function talkOf(id: number, company: string, more: Partial<DeskTalk> = {}): DeskTalk {
  return {
    id,
    state: 'waiting',
    state_text: '等待接入',
    last_seq: 1,
    my_read: 0,
    unread: 1,
    their_read: 0,
    last: { name: '李四', text: '在吗', at: '2026-11-30T01:00:00.000Z' },
    company: { id, name: company },
    merchant: { id: 1, name: '百草堂' },
    assignee: null,
    is_mine: 0,
    is_escalated: 0,
    returned: 0,
    waits_since: '2026-11-30T01:00:00.000Z',
    returns_at: null,
    ...more,
  };
}

function detailOf(more: Partial<DeskTalkDetail> = {}): DeskTalkDetail {
  return {
    ...talkOf(1, '康民药房'),
    fields: { 公司: '康民药房', 订单号: '', 客服: 'kefu', 商家: '百草堂' },
    may_answer: 1,
    colleagues: [],
    last_rating: null,
    ...more,
  };
}

const queue: ChatQueue = {
  list: [talkOf(1, '康民药房'), talkOf(2, '仁和诊所', { unread: 0 })],
  counts: { mine: 0, waiting: 2, all: 5 },
  has_more: 0,
};
const aside: ChatAside = {
  company: { id: 1, name: '康民药房', kind_text: '药店', state_text: '审核通过', link: '/desk/companies/1' },
  orders: [
    { no: 'D1', status_text: '待发货', amount: '120.00' as never, at: '2026-11-29T01:00:00.000Z', link: '' },
  ],
  cases: [],
  cart: [],
  papers: [],
};
const history = { list: [], last_seq: 0, has_before: 0, has_after: 0, their_read: 0, my_read: 0 };
const duty: ChatDuty = { is_on: 0, people: [{ id: 1, name: 'kefu', is_on: 0, open: 0 }] };

const drawDesk = () =>
  draw(
    <ChatDesk
      queue={queue}
      input={{ tab: 'waiting', company: '', page: 1 }}
      duty={duty}
      talk={0}
      username="kefu"
      isMerchant
    />,
  );
const rows = (place: ParentNode) => [...place.querySelectorAll<HTMLElement>('[data-talk]')];
const box = (place: ParentNode) =>
  place.querySelector<HTMLTextAreaElement>('textarea[aria-label="消息内容"]');
const sentMessages = () => lines.filter((line) => line.startsWith('POST /api/desk/chat/talks/1/messages'));

/** The first talk, open, with its box. */
async function openFirst(place: HTMLElement): Promise<HTMLTextAreaElement> {
  await press(rows(place)[0]!);
  await until(() => expect(box(place)).not.toBeNull());
  return box(place)!;
}

beforeEach(() => {
  lines = [];
  history.last_seq = 0;
  answers = {
    'GET /api/desk/chat/queue': queue,
    'GET /api/desk/chat/talks/1/aside': aside,
    'GET /api/desk/chat/talks/1/messages': history,
    'GET /api/desk/chat/talks/1': detailOf(),
    'POST /api/desk/chat/talks/1/typing': null,
    'GET /api/desk/chat/canned': {
      list: [
        { id: 1, shortcut: 'fh', text: '{公司}您好，订单{订单号}今天发货', is_own: 0 },
        { id: 2, shortcut: 'nh', text: '您好，我是{客服}', is_own: 1 },
      ],
    },
  };
});
afterEach(async () => {
  await clearDocument();
  window.history.replaceState(null, '', '/desk/chat');
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('J and K go through the queue, and the open talk stands in the address', async () => {
  const place = await drawDesk();
  await typeKey('j');
  expect(document.activeElement).toBe(rows(place)[0]);
  await typeKey('j');
  await typeKey('j');
  expect(document.activeElement).toBe(rows(place)[1]);
  await typeKey('k');
  expect(document.activeElement).toBe(rows(place)[0]);
  await press(document.activeElement!);
  expect(new URL(location.href).searchParams.get('talk')).toBe('1');
  expect(rows(place)[0]?.getAttribute('aria-current')).toBe('true');
  await until(() => expect(place.querySelector('aside')?.textContent).toContain('待发货'));
});

test('a tab is asked for, and its numbers are those of the answer', async () => {
  const place = await drawDesk();
  answers['GET /api/desk/chat/queue'] = { list: [], counts: { mine: 3, waiting: 1, all: 5 }, has_more: 0 };
  const tab = [...place.querySelectorAll('[role=tab]')].find((one) => one.textContent?.startsWith('我的'))!;
  await press(tab);
  await until(() => expect(place.textContent).toContain('您没有正在接待的会话'));
  expect(lines.some((line) => line.includes('tab=mine'))).toBe(true);
  expect(tab.textContent).toBe('我的3');
});

test('a slash finds canned answers; Enter puts the filled one into the box and says what lacks', async () => {
  const place = await drawDesk();
  const area = await openFirst(place);
  area.focus();
  await typeInto(area, '/f');
  await until(() => expect(place.querySelectorAll('[role=option]')).toHaveLength(1));
  await typeKey('Enter');
  expect(area.value).toBe('康民药房您好，订单{订单号}今天发货');
  expect($toasts.get().map(({ text }) => text)).toEqual(['请补充{订单号}']);
  expect(place.querySelector('[role=listbox]')).toBeNull();
  expect(sentMessages()).toEqual([]);
});

test('Esc leaves the slash as it was typed', async () => {
  const place = await drawDesk();
  const area = await openFirst(place);
  area.focus();
  await typeInto(area, '/');
  await until(() => expect(place.querySelectorAll('[role=option]')).toHaveLength(2));
  await typeKey('Escape');
  expect([area.value, place.querySelector('[role=listbox]')]).toEqual(['/', null]);
});

test('while a colleague answers there is no box, until the talk is taken over', async () => {
  const other = { assignee: { id: 9, name: '王芳' }, state: 'open', state_text: '接待中' } as const;
  answers['GET /api/desk/chat/talks/1'] = detailOf({ ...other, may_answer: 0 });
  answers['POST /api/desk/chat/talks/1/take'] = detailOf({ ...other, is_mine: 1 });
  const place = await drawDesk();
  await press(rows(place)[0]!);
  await until(() => expect(place.textContent).toContain('王芳正在接待，接管后可以回复'));
  expect(box(place)).toBeNull();
  answers['GET /api/desk/chat/talks/1'] = detailOf({ ...other, is_mine: 1 });
  await typeKey('a');
  await until(() => expect(box(place)).not.toBeNull());
  expect(lines.filter((line) => line.startsWith('POST /api/desk/chat/talks/1/take'))).toHaveLength(1);
});

test('a card beside the talk is sent into it', async () => {
  const place = await drawDesk();
  await openFirst(place);
  await until(() => expect(place.querySelector('[aria-label="发送订单D1"]')).not.toBeNull());
  await press(named(place, '发送订单D1'));
  await until(() => expect(sentMessages()).toHaveLength(1));
  expect(sentMessages()[0]).toContain('card[kind]=order&card[ref]=D1');
});

test('a talk that went back to those that wait says so', async () => {
  const before = queue.list;
  answers['GET /api/desk/chat/queue'] = queue;
  queue.list = [talkOf(1, '康民药房', { returned: 1 }), talkOf(2, '仁心药房')];
  const place = await drawDesk();
  queue.list = before;
  const [back, other] = rows(place).map(({ textContent }) => textContent);
  expect(back).toContain('未及时回复，已回到待接入');
  expect(other).toContain('等待接入');
});

test('a person who is offline is told so beside the queue, and goes online there', async () => {
  const place = await drawDesk();
  expect(place.textContent).toContain('您现在离线，新咨询不会分配给您');
  answers['POST /api/desk/chat/duty'] = { is_on: 1, people: [{ id: 1, name: 'kefu', is_on: 1, open: 0 }] };
  const online = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === '上线');
  await press(online!);
  await until(() => expect(place.textContent).not.toContain('您现在离线'));
  expect(named(place, '在线接待').getAttribute('aria-checked')).toBe('true');
});

test('the duty switch shows what the server says, and a refusal changes nothing', async () => {
  const place = await drawDesk();
  const toggle = named(place, '在线接待');
  expect([toggle.getAttribute('aria-checked'), toggle.textContent]).toEqual(['false', '离线']);
  answers['POST /api/desk/chat/duty'] = {
    is_on: 1,
    people: [{ id: 1, name: 'kefu', is_on: 1, open: 0 }],
  };
  await press(toggle);
  await until(() => expect(toggle.getAttribute('aria-checked')).toBe('true'));
  expect(place.textContent).toContain('1人在线');
  expect(lines[0]).toBe('POST /api/desk/chat/duty is_on=1');
});
