// @vitest-environment happy-dom
/** 药检报告 of many lots: which file is whose, one after the other, and what the end says of each that was not saved. */
import { zipSync } from 'fflate';
import { afterEach, expect, test } from 'vitest';
import { ReportsDialog } from '#islands/desk/lots/ReportsDialog.tsx';
import type { MatchedReports } from '#lib/contract/lots.ts';
import { clearDocument, does, draw, named, press, until } from '#tests/support/dom.tsx';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
afterEach(clearDocument);

const bytes = (text: string) => new TextEncoder().encode(text);
const pdf = (name: string) => new File([bytes(`report of ${name}`)], name);
const lot = (no: string, more: Partial<MatchedReports['list'][number]> = {}) => ({
  goods_id: 7,
  lot_no: no,
  title: '阿莫西林 10片',
  has_report: 0 as 0 | 1,
  why: '',
  ...more,
});

async function choose(place: ParentNode, files: File[]): Promise<void> {
  const input = place.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  await does(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

let told: string[] = [];
const open = () => {
  told = [];
  return draw(<ReportsDialog onClose={() => told.push('closed')} onDone={() => told.push('done')} />);
};
const status = (place: ParentNode) => place.querySelector('[role=status]')?.textContent;

/** Opens the dialog with files that were matched with these lots. */
async function matched(files: File[], list: MatchedReports['list']): Promise<HTMLElement> {
  const place = await open();
  await choose(place, files);
  const asked = await shop.next();
  expect(asked.line).toContain('POST /api/desk/reports/match');
  asked.answer(200, { list });
  await until(() => expect(status(place)).toContain(`共${list.length}份`));
  return place;
}

test('an archive and files are sent one after the other; a refusal and a lost connection hold up no other', async () => {
  const archive = new File(
    [zipSync({ 'A/B-1.pdf': bytes('one'), 'B-2.pdf': bytes('two'), 'B-3.pdf': bytes('three') })],
    '七月.zip',
  );
  const place = await matched([pdf('B-4.pdf'), archive], [lot('B-4'), lot('B-1'), lot('B-2'), lot('B-3')]);
  await press(named(place, '上传4份'));
  const first = await shop.next();
  expect(first.line).toContain('POST /api/desk/reports');
  expect(first.body).toContain('B-4');
  // Nothing else is sent before it is answered.
  expect(shop.left()).toBe(0);
  first.answer(422, { errors: { file: ['文件不是PDF'] } });
  const second = await shop.next();
  expect(second.body).toContain('B-1');
  second.req.socket.destroy();
  const third = await shop.next();
  expect(third.body).toContain('B-2');
  third.answer(200, {});
  const last = await shop.next();
  expect(
    named(place, '完成').getAttribute('aria-disabled') ?? named(place, '完成').hasAttribute('disabled'),
  ).toBeTruthy();
  last.answer(200, {});
  await until(() => expect(status(place)).toBe('共4份，已保存2份，未保存2份'));
  expect([...place.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'B-4.pdf：文件不是PDF',
    'A/B-1.pdf：没有收到答复，请检查网络后再试',
  ]);
  expect(told).toEqual([]);
  await press(named(place, '完成'));
  expect(told).toEqual(['done', 'closed']);
});

test('one that the server asks to wait for is sent again, and the next one waits too', async () => {
  const place = await matched([pdf('B-1.pdf'), pdf('B-2.pdf')], [lot('B-1'), lot('B-2')]);
  await press(named(place, '上传2份'));
  (await shop.next()).answer(429, { retry_after: 0.02 }, '请稍后再试');
  const again = await shop.next();
  expect(again.body).toContain('B-1');
  again.answer(200, {});
  const next = await shop.next();
  expect(next.body).toContain('B-2');
  next.answer(409, null, '批号B-2已被召回');
  await until(() => expect(status(place)).toBe('共2份，已保存1份，未保存1份'));
  expect(place.textContent).toContain('B-2.pdf：批号B-2已被召回');
});

test('files without a lot, twins and what is no report are named and not sent; a closed dialog sends no further one', async () => {
  const place = await matched(
    [
      pdf('B-1.pdf'),
      pdf('7_B-1.pdf'),
      pdf('X.pdf'),
      pdf('B-3.pdf'),
      pdf('B-4.pdf'),
      new File([zipSync({ 'B-5.pdf': bytes(''), 'B-6.doc': bytes('x') })], '空.zip'),
    ],
    [
      lot('B-1'),
      lot('B-1'),
      lot('', { goods_id: 0, why: '没有批号X' }),
      lot('B-3'),
      lot('B-4', { has_report: 1 }),
      lot('B-5'),
      lot('B-6'),
    ],
  );
  expect(status(place)).toBe('共7份，2份找到批次，5份没有找到；1个批次已有药检报告');
  const rows = [...place.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows.slice(0, 5)).toEqual([
    'B-1.pdf：有2份文件是批号B-1的，请只留一份',
    '7_B-1.pdf：有2份文件是批号B-1的，请只留一份',
    'X.pdf：没有批号X',
    'B-5.pdf：是空文件',
    'B-6.doc：不是PDF',
  ]);
  await does(() => place.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
  await press(named(place, '上传2份'));
  const first = await shop.next();
  await press(named(place, '关闭'));
  first.answer(200, {});
  await until(() => expect(told).toEqual(['closed']));
  expect(shop.left()).toBe(0);
});

test('an archive that is none, and a lost connection while lots are looked for, are said; other files can be chosen', async () => {
  const place = await open();
  await choose(place, [new File(['no archive'], '坏.zip')]);
  await until(() => expect(place.textContent).toContain('“坏.zip”不是可以打开的ZIP'));
  await choose(place, [pdf('B-1.pdf')]);
  (await shop.next()).req.socket.destroy();
  await until(() => expect(place.textContent).toContain('没有收到答复，请检查网络后再试'));
  await choose(place, [pdf('B-1.pdf')]);
  (await shop.next()).answer(200, { list: [lot('B-1')] });
  await until(() => expect(status(place)).toBe('共1份，1份找到批次，0份没有找到'));
});
