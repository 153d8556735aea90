// @vitest-environment happy-dom
/** Many stores by one table: the preview row by row, what the form takes of it, and what was typed before. */
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { StoreRows } from '#islands/registration/StoreRows.tsx';
import { placeStores } from '#lib/client/stores/registration/store-table.ts';
import type { StoreTableRow, StoreWire } from '#lib/contract/registration/calls.ts';
import { maxStores } from '#lib/rules/companies/registration.ts';
import { boxOf, clearDocument, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
afterEach(clearDocument);

const row = (nth: number, more: Partial<StoreTableRow> = {}): StoreTableRow => ({
  ...{ row: nth + 1, name: `${nth}店`, credit_code: `CODE${nth}`, region_code: '420102', region: '江岸区' },
  ...{ state: 'ready', field: '', sentence: '' },
  ...more,
});
const store = (nth: number, more: Partial<StoreWire> = {}): StoreWire => ({
  ...{ id: 0, name: `${nth}店`, credit_code: `CODE${nth}`, region_code: '420102' },
  ...more,
});
const blank: StoreWire = { id: 0, name: '', credit_code: '', region_code: '' };
const noCode = row(3, { credit_code: '', state: 'mend', field: 'credit_code', sentence: '请输入代码' });
const tooLong = row(4, { state: 'wrong', field: 'name', sentence: '门店名称最多60个字' });

function place(rows: StoreTableRow[], stores: StoreWire[], takesMend = true) {
  const placed = placeStores({ rows, stores, headCode: 'head', takesMend });
  return {
    ...placed,
    states: placed.rows.map(({ state }) => state),
    names: placed.stores.map(({ name }) => name),
  };
}

test('rows go behind what is typed, each store once; blank ones make room', () => {
  const typed = store(9, { credit_code: 'half' });
  expect(place([row(1), row(2), noCode, tooLong], [store(1), blank, typed])).toMatchObject({
    states: ['there', 'ready', 'mend', 'wrong'],
    names: ['1店', '9店', '2店', '3店'],
    taken: 2,
    errors: { 'stores.3.credit_code': '请输入代码' },
  });
  expect(place([row(2), noCode], [], false)).toMatchObject({ states: ['ready', 'mend'], names: ['2店'] });
});

test('the same table again adds nothing, also where a code was mended meanwhile', () => {
  const first = place([row(1), noCode], []);
  expect(place([row(1), noCode], first.stores).taken).toBe(0);
  const mended = first.stores.map((one) => ({ ...one, credit_code: one.credit_code || 'CODE3' }));
  expect(place([row(1), noCode], mended)).toMatchObject({ taken: 0, states: ['there', 'there'] });
});

test("the head office's code is no store's, and the list has an end", () => {
  expect(place([row(1, { credit_code: 'HEAD' })], [])).toMatchObject({
    states: ['mend'],
    errors: { 'stores.0.credit_code': '这是总部的代码，每家门店有自己的代码' },
  });
  const many = Array.from({ length: maxStores - 1 }, (_, nth) => store(nth + 100));
  expect(place([row(1), row(2)], many)).toMatchObject({ states: ['ready', 'full'], taken: 1 });
});

let kept: readonly StoreWire[] = [];
function Form() {
  const [stores, setStores] = useState([store(9, { region_code: '' })]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  kept = stores;
  return (
    <StoreRows
      stores={stores}
      errors={errors}
      headCode={() => 'HEAD'}
      onChange={(now, left) => {
        setStores(now);
        setErrors(left);
      }}
    />
  );
}

const table = {
  ...{ head: 1, columns: [], choices: [], notes: [], questions: [], is_remembered: 0 },
};

/** The next request that is not for regions. */
async function next() {
  for (;;) {
    const one = await shop.next();
    if (!one.line.includes('/api/address/regions')) return one;
    one.answer(200, []);
  }
}

test('pasted cells are previewed and put into the form; a refusal and a closed dialog lose nothing', async () => {
  const page = await draw(<Form />);
  await press(named(page, '批量填写门店'));
  await until(() => named(page, '下载模板'));
  await typeInto(boxOf<HTMLTextAreaElement>(page, '或从表格软件复制'), '1店\tCODE1\t江岸区');
  await press(named(page, '预览'));
  (await next()).answer(422, { errors: { file: ['“粘贴的内容”里没有内容'] } });
  await until(() => expect(page.textContent).toContain('“粘贴的内容”里没有内容'));
  await press(named(page, '关闭'));
  await press(named(page, '批量填写门店'));
  expect(boxOf(page, '或从表格软件复制').value).toBe('1店\tCODE1\t江岸区');
  await press(named(page, '预览'));
  const asked = await next();
  expect(asked.line).toContain('POST /api/register/stores');
  asked.answer(200, { list: [row(1), noCode, tooLong], table });
  await until(() => expect(page.textContent).toContain('共3行：1行可填入，1行需修改，0行已有，1行不能填入'));
  expect(page.textContent).toContain('门店名称最多60个字');
  // Nothing is in the form before it is taken.
  expect(kept).toHaveLength(1);
  await press(named(page, '填入2家门店'));
  expect(kept.map(({ name, region_code: region }) => [name, region])).toEqual([
    ['9店', ''],
    ['1店', '420102'],
    ['3店', '420102'],
  ]);
  expect(page.textContent).toContain('请输入代码');
  expect(page.querySelector('dialog')).toBeNull();
  // It stays with its store when one before it goes, and goes with its store's next change.
  await press([...page.querySelectorAll('button')].find((one) => one.textContent === '删除这家')!);
  expect(page.querySelector('[data-field="stores.1.credit_code"]')?.getAttribute('aria-invalid')).toBe(
    'true',
  );
  const code = page.querySelector<HTMLInputElement>('[data-field="stores.1.credit_code"]')!;
  await typeInto(code, 'CODE3');
  expect(page.textContent).not.toContain('请输入代码');
});
