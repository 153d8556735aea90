// @vitest-environment happy-dom
/** A sheet of 首营资料: files are sent one after the other, what is kept is shown, what is refused is said. */
import { afterEach, expect, test } from 'vitest';
import { SheetPanel } from '#islands/desk/onboarding/SheetPanel.tsx';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import type { OnboardingRow, OnboardingSheet } from '#lib/contract/onboarding.ts';
import { boxOf, clearDocument, does, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();

afterEach(clearDocument);

const bare: OnboardingRow = {
  kind: 'quality_agreement',
  kind_text: '质量保证协议',
  hint: '盖公章',
  of: 'merchant',
  is_required: 1,
  validity: 'needed',
  id: 0,
  number: '',
  valid_to: '',
  days_left: null,
  state: 'missing',
  files: [],
  uploaded_by: '',
  uploaded_at: '',
  asked: 2,
};
const kept: OnboardingRow = {
  ...bare,
  id: 9,
  number: 'ZL1',
  valid_to: '2027-06-30',
  days_left: 216,
  state: 'valid',
  files: [{ name: 'a.pdf', url: '/file/onboarding/7' }],
  uploaded_by: 'ziliao',
  uploaded_at: '2026-11-26T04:00:00.000Z',
  asked: 0,
};
const sheet = (row: OnboardingRow): OnboardingSheet => ({
  merchant: '示范医药',
  goods_id: 0,
  name: '',
  spec: '',
  maker: '',
  rows: [row],
  past: [],
});

async function choose(place: ParentNode, names: readonly string[]) {
  const input = place.querySelector<HTMLInputElement>('input[type=file]')!;
  Object.defineProperty(input, 'files', {
    value: names.map((name) => new File(['x'], name)),
    configurable: true,
  });
  await does(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

test('a paper is handed in with its first file, the others behind it; what is refused leaves what is kept', async () => {
  const place = await draw(<SheetPanel initial={sheet(bare)} mayChange />);
  expect(place.textContent).toContain('缺1份');
  expect(place.textContent).toContain('2家');
  await press(named(place, '上传：质量保证协议'));
  await press(named(place, '保存'));
  expect([...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)).toEqual([
    '请填写有效期至',
    '请先选择文件',
  ]);
  await choose(place, ['a.pdf', 'b.pdf']);
  await typeInto(boxOf(place, '编号'), 'ZL1');
  await typeInto(boxOf(place, '有效期至'), '2027-06-30');
  await press(named(place, '保存'));
  const first = await shop.next();
  expect(first.line).toContain('POST /api/desk/onboarding ');
  for (const part of ['name="kind"\r\n\r\nquality_agreement', 'name="replaces"\r\n\r\n0', 'filename="a.pdf"'])
    expect(first.body).toContain(part);
  first.answer(200, sheet(kept));
  const second = await shop.next();
  expect(second.line).toContain('POST /api/desk/onboarding/9/page ');
  expect(second.body).toContain('filename="b.pdf"');
  second.answer(422, { errors: { file: ['“b.pdf”无法打开'] } }, '“b.pdf”无法打开');
  await until(() => expect(place.textContent).toContain('已保存前1份；“b.pdf”无法打开'));
  // What is kept stands in the sheet behind the dialog already.
  expect(place.textContent).toContain('必备资料齐全');
  await press(named(place, '移除b.pdf'));
  await press(named(place, '保存'));
  (await shop.next()).answer(200, sheet(kept));
  await until(() => expect(place.querySelector('dialog')).toBeNull());
});

test('what is replaced meanwhile is said in words', async () => {
  const place = await draw(<SheetPanel initial={sheet(kept)} mayChange />);
  await press(named(place, '更换：质量保证协议'));
  await choose(place, ['c.pdf']);
  await typeInto(boxOf(place, '有效期至'), '2028-06-30');
  await press(named(place, '保存'));
  const sent = await shop.next();
  expect(sent.body).toContain('name="replaces"\r\n\r\n9');
  sent.answer(409, null, '该资料刚被同事更改，请刷新页面核对后再操作');
  await until(() => expect(place.textContent).toContain('该资料刚被同事更改'));
});

test('a paper is removed after a question only; the platform’s people change nothing', async () => {
  const place = await draw(<SheetPanel initial={sheet(kept)} mayChange />);
  await press(named(place, '移除：质量保证协议'));
  expect($dialog.get()?.text).toContain('买家不能再下载');
  await does(() => answerDialog(false));
  expect(shop.left()).toBe(0);
  await press(named(place, '移除：质量保证协议'));
  await does(() => answerDialog(true));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/desk/onboarding/9/remove goods=0');
  sent.answer(200, sheet(bare));
  await until(() => expect(place.textContent).toContain('缺1份'));
  const looked = await draw(<SheetPanel initial={sheet(kept)} mayChange={false} />);
  expect(looked.textContent).not.toContain('移除');
  expect(named(looked, '查看质量保证协议').getAttribute('href')).toBe('/file/onboarding/7');
});
