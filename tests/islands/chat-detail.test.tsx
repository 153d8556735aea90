// @vitest-environment happy-dom
/** The detail of a talk at a desk, and the company beside it: questions that replace each other, and those that fail. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { AsidePanel } from '#islands/desk/chat/AsidePanel.tsx';
import { useDetail } from '#islands/desk/chat/use-detail.ts';
import { $toasts, closeToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskTalkDetail } from '#lib/contract/chat/desk-schema.ts';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
domPage();
// happy-dom has a navigator without locks, as pages of an origin that is not secure.
beforeAll(() => void Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true }));
afterEach(async () => {
  await clearDocument();
  for (const { id } of $toasts.get()) closeToast(id);
});

function Detail() {
  const { talk, problem, take, reload } = useDetail(1);
  return (
    <>
      <button type="button" onClick={reload}>
        {problem || talk?.company.name || 'waits'}
      </button>
      <button type="button" onClick={() => take({ company: { name: '已接待' } } as DeskTalkDetail)}>
        act
      </button>
    </>
  );
}

test('a question that a newer one has replaced is no failure', async () => {
  const place = await draw(<Detail />);
  const button = place.querySelector('button')!;
  await shop.next();
  await press(button);
  const second = await shop.next();
  expect(button.textContent).toBe('waits');
  second.answer(200, { company: { id: 1, name: '康民药房' } });
  await until(() => expect(button.textContent).toBe('康民药房'));
});

test('an answer that was asked for before an act ended does not cover what the act brought', async () => {
  const place = await draw(<Detail />);
  const button = place.querySelector('button')!;
  const before = await shop.next();
  await press(named(place, 'act'));
  before.answer(200, { company: { id: 1, name: '康民药房' } });
  // It is asked for again: it may know more than the act did.
  const after = await shop.next();
  expect(button.textContent).toBe('已接待');
  after.answer(200, { company: { id: 1, name: '新消息' } });
  await until(() => expect(button.textContent).toBe('新消息'));
});

test('a company that cannot be read again stays as it was, and the failure is said', async () => {
  const place = await draw(<AsidePanel talk={{ id: 1 } as DeskTalkDetail} onSend={undefined} />);
  (await shop.next()).answer(200, {
    company: { id: 1, name: '康民药房', kind_text: '药店', state_text: '审核通过', link: '' },
    ...{ orders: [], cases: [], cart: [], papers: [] },
  });
  await until(() => expect(place.textContent).toContain('康民药房'));
  await press(named(place, '刷新企业资料'));
  (await shop.next()).answer(500);
  await until(() => expect($toasts.get()).toHaveLength(1));
  expect(place.textContent).toContain('康民药房');
});
