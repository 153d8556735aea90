// @vitest-environment happy-dom
/** Points and cards for a missed day, asked for at a company's page. */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { GiftDialog } from '#islands/desk/company/GiftDialog.tsx';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { clearDocument, does, draw, press, typeInto, until } from '#tests/support/dom.tsx';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();

afterEach(async () => {
  for (const { id } of $toasts.get()) closeToast(id);
  await clearDocument();
});

const person = (id: string, name: string, isDisabled: 0 | 1) => ({
  ...{ id, name, login: '', phone: '', role_text: '采购员', is_owner: 0 as const, order_limit: null },
  is_disabled: isDisabled,
});
const file = {
  ...{ id: 7, name: '江城药房' },
  people: [person('u1', '王采购', 0), person('u2', '李离职', 1)],
} as CompanyFile;

const box = (place: ParentNode, name: string) => place.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
const submit = (place: ParentNode) =>
  press([...place.querySelectorAll('button')].find(({ type }) => type === 'submit')!);
const shown = async () => {
  onTestFinished($toasts.listen(() => {}));
  const place = await draw(<GiftDialog file={file} onClose={() => {}} />);
  return place.querySelector('dialog')!;
};

test('points are sent once they are right, and wait for another person', async () => {
  const dialog = await shown();
  await typeInto(box(dialog, 'count'), '100001');
  await typeInto(box(dialog, 'reason'), '服务延误补偿');
  await submit(dialog);
  expect(dialog.textContent).toContain('每次最多赠送100000分积分');
  await typeInto(box(dialog, 'count'), '300');
  await submit(dialog);
  const sent = await shop.next();
  expect(sent.line).toBe(
    'POST /api/desk/companies/7/gifts kind=points&count=300&user_id=&reason=服务延误补偿',
  );
  sent.answer(200, { company: '江城药房' });
  await until(() => expect($toasts.get()[0]?.text).toBe('赠送给江城药房的积分：等另一位财务或管理员复核'));
});

test('a card is for one of the people who are there', async () => {
  const dialog = await shown();
  const kind = dialog.querySelector<HTMLSelectElement>('[name="kind"]')!;
  await does(() => {
    kind.value = 'sign_card';
    kind.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const people = dialog.querySelector<HTMLSelectElement>('[name="user_id"]')!;
  expect([...people.options].map(({ text }) => text)).toEqual(['王采购（采购员）']);
  await typeInto(box(dialog, 'count'), '2');
  await typeInto(box(dialog, 'reason'), '漏签补偿');
  await submit(dialog);
  expect((await shop.next()).line).toBe(
    'POST /api/desk/companies/7/gifts kind=sign_card&count=2&user_id=u1&reason=漏签补偿',
  );
});
