// @vitest-environment happy-dom
/** Messages: read one by one or all at once, the mark before the page is left, and the count of the header. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MessagePage } from '#islands/messages/MessagePage.tsx';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import { $user } from '#lib/client/stores/shell/user.ts';
import type { MessageList, MessageWire } from '#lib/contract/messages.ts';
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
    is_read: isRead,
    created_at: '2026-11-20T02:00:00.000Z',
  } as MessageWire;
}

function listOf(...list: MessageWire[]): MessageList {
  const unread = list.filter((one) => one.is_read === 0).length;
  return { list, total: list.length, unread, page: 1, size: 20 } as MessageList;
}

const drawPage = (initial: MessageList, mayMark = true, due: string[] = []) =>
  draw(<MessagePage initial={initial} input={{}} due={due} mayMark={mayMark} />);
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
  sent.answer(200, { unread: 1 });
  await until(() => expect(unread(place)).toEqual(['订单消息2']));
  expect($user.get()?.message_count).toBe(1);
});

test('all at once, of other pages too', async () => {
  const place = await drawPage(listOf(messageOf(1, 0), messageOf(2, 0)));
  await press(named(place, '全部标为已读'));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/message/read all=1');
  sent.answer(200, { unread: 0 });
  await until(() => expect(unread(place)).toEqual([]));
  expect($toasts.get().map(({ text }) => text)).toEqual(['全部消息已标为已读']);
  expect(named<HTMLButtonElement>(place, '全部标为已读').disabled).toBe(true);
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

test('a template whose day it is has a line above the messages, which leads to it', async () => {
  const place = await drawPage(listOf(), true, ['每周一补货', '门店补货']);
  const link = place.querySelector<HTMLAnchorElement>('a[href="/zzfw/kjcg?tab=templates"]');
  expect(link?.textContent).toBe('今天该补货：每周一补货、门店补货');
  await clearDocument();
  expect((await drawPage(listOf())).textContent).not.toContain('今天该补货');
});
