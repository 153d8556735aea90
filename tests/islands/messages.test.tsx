// @vitest-environment happy-dom
/** Messages: read one by one or all at once, the mark before the page is left, and the count of the header. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MessageChoices } from '#islands/messages/MessageChoices.tsx';
import { MessagePage } from '#islands/messages/MessagePage.tsx';
import { listenToNews } from '#lib/client/stores/live/events.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { MessageChoices as Choices, MessageList, MessageWire } from '#lib/contract/messages.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const went = domPage();

function messageOf(id: number, isRead: 0 | 1): MessageWire {
  return {
    id,
    kind: 'order',
    kind_text: '订单',
    title: `消息${id}`,
    body: '正文',
    link: `/order/info/D${id}`,
    act: '查看订单',
    is_read: isRead,
    created_at: '2026-11-20T02:00:00.000Z',
  } as MessageWire;
}

function listOf(...list: MessageWire[]): MessageList {
  const unread = list.filter((one) => one.is_read === 0).length;
  const kinds = [{ kind: 'order', text: '订单', unread } as const];
  return { list, total: list.length, unread, kinds, page: 1, size: 20 } satisfies MessageList;
}

const drawPage = (initial: MessageList, mayMark = true) =>
  draw(<MessagePage initial={initial} input={{}} mayMark={mayMark} />);
const unread = (place: ParentNode) =>
  [...place.querySelectorAll('li h2')]
    .filter((one) => !one.className.includes('font-400'))
    .map((one) => one.textContent);

beforeEach(() => $user.set({ message_count: 2 } as never));
afterEach(async () => {
  await clearDocument();
  $user.set(null);
  while ($dialog.get()) answerDialog(false);
  for (const { id } of $toasts.get()) closeToast(id);
});

test('one that is marked is read, the others stay, and the header counts along', async () => {
  const place = await drawPage(listOf(messageOf(1, 0), messageOf(2, 0), messageOf(3, 1)));
  await press(named(place, '标为已读：消息1'));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/message/read ids[]=1');
  sent.answer(200, { unread: 1, kinds: [] });
  await until(() => expect(unread(place)).toEqual(['订单消息2']));
  expect($user.get()?.message_count).toBe(1);
});

test('all at once, of other pages too', async () => {
  const place = await drawPage(listOf(messageOf(1, 0), messageOf(2, 0)));
  await press(named(place, '全部标为已读'));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/message/read all=1');
  sent.answer(200, { unread: 0, kinds: [] });
  await until(() => expect(unread(place)).toEqual([]));
  expect($toasts.get().map(({ text }) => text)).toEqual(['全部消息已标为已读']);
  expect(named<HTMLButtonElement>(place, '全部标为已读').disabled).toBe(true);
});

test('a kind alone: its link, its number, and its mark for all', async () => {
  const initial = { ...listOf(messageOf(1, 0)), unread: 3 };
  initial.kinds.push({ kind: 'invoice', text: '发票', unread: 2 } as never);
  const place = await draw(<MessagePage initial={initial} input={{ unread: 1, kind: 'order' }} mayMark />);
  const links = [...place.querySelectorAll('nav[aria-label=消息种类] a')];
  expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['全部种类', '/zhzx/wdxx?unread=1'],
    ['订单1条未读', '/zhzx/wdxx?unread=1&kind=order'],
    ['发票2条未读', '/zhzx/wdxx?unread=1&kind=invoice'],
  ]);
  expect(links[1]?.getAttribute('aria-current')).toBe('true');
  await press(named(place, '订单全部标为已读'));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/message/read all=1&kind=order');
  sent.answer(200, { unread: 2, kinds: [{ kind: 'order', text: '订单', unread: 0 }] });
  await until(() => expect(named<HTMLButtonElement>(place, '订单全部标为已读').disabled).toBe(true));
  expect($user.get()?.message_count).toBe(2);
});

test('a page that begins to receive news loads once what it missed before', async () => {
  // Another tab holds the lock of the stream.
  const locks = { request: () => new Promise(() => undefined) };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  const otherTab = new BroadcastChannel('news');
  const place = await drawPage(listOf(messageOf(1, 0)));
  listenToNews();
  otherTab.postMessage({ hearing: 'yes' });
  const asked = await shop.next();
  expect(asked.line).toBe('GET /api/message');
  asked.answer(200, listOf(messageOf(2, 0), messageOf(1, 1)));
  await until(() => expect(unread(place)).toEqual(['订单消息2']));
  expect($user.get()?.message_count).toBe(1);
  otherTab.close();
  dispatchEvent(new Event('pagehide'));
});

test('refused, nothing is read, and the button is free again', async () => {
  const place = await drawPage(listOf(messageOf(1, 0)));
  await press(named(place, '全部标为已读'));
  (await shop.next()).answer(403, null, '您的角色不能操作');
  await until(() => expect($dialog.get()?.text).toBe('您的角色不能操作'));
  expect(unread(place)).toEqual(['订单消息1']);
  await until(() => expect(named<HTMLButtonElement>(place, '全部标为已读').disabled).toBe(false));
});

test('the way to what it tells of waits for the mark; one that is read goes at once', async () => {
  const place = await drawPage(listOf(messageOf(1, 0)));
  const door = place.querySelector('a[href="/order/info/D1"]')!;
  await press(door);
  const sent = await shop.next();
  expect(went).toEqual([]);
  sent.answer(200, { unread: 0 });
  await until(() => expect(went).toEqual(['/order/info/D1']));
});

test('a new tab leaves this page where it is, and marks nothing', async () => {
  const place = await drawPage(listOf(messageOf(1, 0)));
  const door = place.querySelector('a[href="/order/info/D1"]')!;
  door.addEventListener('click', (event) => event.preventDefault());
  await press(door, { ctrlKey: true });
  expect([went, shop.left()]).toEqual([[], 0]);
});

test('whoever may not mark sees no button for it', async () => {
  const place = await drawPage(listOf(messageOf(1, 0)), false);
  expect(place.querySelectorAll('button')).toHaveLength(0);
});

test('the link says what to do', async () => {
  const place = await drawPage(listOf(messageOf(1, 1)));
  expect(named(place, '查看订单：消息1').textContent).toBe('查看订单');
});

describe('settings by kind and way', () => {
  const choices: Choices = {
    phone: '138****0001',
    has_sms: 1,
    list: [
      { kind: 'order', text: '订单', site: { is_on: 1, is_fixed: 1 }, sms: null },
      { kind: 'price', text: '降价', site: { is_on: 1, is_fixed: 0 }, sms: null },
      { kind: 'refund', text: '退款', site: { is_on: 1, is_fixed: 1 }, sms: { is_on: 0 } },
    ],
  };
  const box = (place: ParentNode, label: string) => named<HTMLInputElement>(place, label);

  test('a kind that law or money needs stays on', async () => {
    const place = await draw(<MessageChoices initial={choices} />);
    expect([box(place, '订单：站内').checked, box(place, '订单：站内').disabled]).toEqual([true, true]);
    expect(place.querySelector('[aria-label="订单：短信"]')).toBeNull();
  });

  test('a press is saved at once, and taken back where it is refused', async () => {
    const place = await draw(<MessageChoices initial={choices} />);
    await press(box(place, '降价：站内'));
    const sent = await shop.next();
    expect(sent.line).toBe('POST /api/message/choices kind=price&way=site&is_on=0');
    expect(box(place, '降价：站内').checked).toBe(false);
    sent.answer(403, null, '您的角色不能操作');
    await until(() => expect(box(place, '降价：站内').checked).toBe(true));
  });
});
