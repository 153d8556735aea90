// @vitest-environment happy-dom
/** A letter to many: nothing is sent before its number was confirmed, and another number is asked about again. */
import { afterEach, expect, test } from 'vitest';
import { LettersDialog } from '#islands/desk/letters/LettersDialog.tsx';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import { boxOf, clearDocument, does, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
afterEach(clearDocument);

test('a letter to many names the companies, asks, and asks again with a new number', async () => {
  const place = await draw(<LettersDialog search="?status=approved" onClose={() => {}} />);
  const counted = await shop.next();
  expect(decodeURIComponent(counted.line)).toBe('GET /api/desk/letters/count?search=?status=approved');
  counted.answer(200, { companies: 3, filter: '状态：审核通过' });
  await until(() => expect(place.textContent).toContain('发给符合“状态：审核通过”的企业，共3家'));

  await press(named(place, '下一步'));
  await until(() => expect(place.textContent).toContain('标题至少2个字'));
  await typeInto(boxOf(place, '标题'), '放假通知');
  await typeInto(boxOf<HTMLTextAreaElement>(place, '正文'), '照常发货');
  await press(named(place, '下一步'));
  await until(() => expect($dialog.get()?.text).toBe('将发给3家企业，发出后收不回。'));
  await does(() => answerDialog(false));
  expect(shop.left()).toBe(0);

  await press(named(place, '下一步'));
  await until(() => expect($dialog.get()).not.toBeNull());
  await does(() => answerDialog(true));
  const sent = await shop.next();
  expect(sent.line).toContain('POST /api/desk/letters');
  expect(sent.line).toContain('companies=3');
  sent.answer(409, { companies: 4 }, '现在符合条件的有4家企业');
  await until(() => expect(place.textContent).toContain('共4家'));
  expect(place.textContent).toContain('现在符合条件的有4家企业');

  await press(named(place, '下一步'));
  await until(() => expect($dialog.get()?.confirm).toBe('发给4家企业'));
  await does(() => answerDialog(true));
  const again = await shop.next();
  expect(again.line).toContain('companies=4');
  const tokenOf = (line: string) => /token=([\w-]+)/.exec(line)?.[1];
  expect(tokenOf(again.line)).toBe(tokenOf(sent.line));
  again.answer(200, { id: 1 });
});

test('a count that failed is asked for again, and the message can be sent then', async () => {
  const place = await draw(<LettersDialog search="?status=approved" onClose={() => {}} />);
  (await shop.next()).answer(500, null);
  await until(() => expect(place.textContent).toContain('企业数没有统计出来'));
  await press(named(place, '重新统计'));
  await until(() => expect(place.textContent).toContain('正在统计企业数'));
  (await shop.next()).answer(200, { companies: 5, filter: '' });
  await until(() => expect(place.textContent).toContain('发给全部企业，共5家'));
  await press(named(place, '下一步'));
  await until(() => expect(place.textContent).toContain('标题至少2个字'));
});
