// @vitest-environment happy-dom
/** The way to a signing provider: a new address at each press, and the truth asked for on the return. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RemoteSign } from '#islands/contracts/RemoteSign.tsx';
import { clearDocument, draw, named, press, until } from '#tests/support/dom.tsx';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const assign = vi.fn();
const reload = vi.fn();

beforeEach(() => {
  assign.mockClear();
  reload.mockClear();
  vi.spyOn(location, 'assign').mockImplementation(assign);
  vi.spyOn(location, 'reload').mockImplementation(reload);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await clearDocument();
});

const waits = { waits: '请在e签宝完成签署', signAt: 'e签宝' };

test('each press asks for an address and goes there; after a refusal it can be pressed again', async () => {
  const place = await draw(<RemoteSign contract={{ no: 'HT1' }} {...waits} isBack={false} next="/cart" />);
  await press(named(place, '去e签宝签署'));
  const first = await shop.next();
  expect(first.line).toBe('POST /api/contract/detail/HT1/go next=/cart');
  first.answer(503, null, '签署平台暂时没有答复，请稍候再试');
  await until(() => expect(place.textContent).toContain('签署平台暂时没有答复，请稍候再试'));
  await press(named(place, '去e签宝签署'));
  (await shop.next()).answer(200, { url: 'https://sign.invalid/1' });
  await until(() => expect(assign).toHaveBeenCalledWith('https://sign.invalid/1'));
});

test('on the return it asks, and says what still waits; what is signed loads the page again', async () => {
  const place = await draw(<RemoteSign contract={{ no: 'HT1' }} {...waits} isBack />);
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/contract/detail/HT1/ask');
  sent.answer(200, { waits_text: '等待采购方在e签宝完成签署' });
  await until(() => expect(place.textContent).toContain('已查询签署结果：等待采购方在e签宝完成签署'));
  expect(reload).not.toHaveBeenCalled();
  await draw(<RemoteSign contract={{ id: 7 }} {...waits} isBack />);
  const asked = await shop.next();
  expect(asked.line).toBe('POST /api/desk/contracts/7/ask');
  asked.answer(200, { waits_text: '' });
  await until(() => expect(reload).toHaveBeenCalledOnce());
});
