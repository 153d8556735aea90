// @vitest-environment happy-dom
/** Islands of the desks: the login, an ended session, enrolling, and the log by keyboard. */
import { afterEach, expect, test } from 'vitest';
import { AuditPage } from '#islands/desk/AuditPage.tsx';
import { DeskLogin } from '#islands/desk/DeskLogin.tsx';
import { Enrol } from '#islands/desk/Enrol.tsx';
import { SignOut } from '#islands/desk/SignOut.tsx';
import { CancelledError } from '#lib/client/api.ts';
import { loadAudit } from '#lib/client/stores/desk/audit.ts';
import {
  boxOf,
  clearDocument,
  does,
  draw,
  named,
  press,
  typeInto,
  typeKey,
  until,
} from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const went = domPage();

afterEach(clearDocument);

const input = { who: '', act: '', subject: '', key: '', from: '', to: '', page: 1 };
const alerts = (place: ParentNode) =>
  [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

test('the login sends name, password and code; what is wrong stands at its field', async () => {
  const place = await draw(<DeskLogin next="/desk/audit" />);
  await press(named(place, '登录'));
  expect([alerts(place), shop.left()]).toEqual([['请填写登录名', '请填写密码'], 0]);
  await typeInto(boxOf(place, '登录名'), ' li.ming ');
  await typeInto(boxOf(place, '密码'), 'secret');
  await press(named(place, '登录'));
  const first = await shop.next();
  expect(first.line).toBe('POST /api/desk/login username=li.ming&password=secret&code=');
  first.answer(422, { errors: { code: ['请填写身份验证器上的6位验证码'] } });
  await until(() => expect(alerts(place)).toEqual(['请填写身份验证器上的6位验证码']));
  await typeInto(boxOf(place, '验证码'), '123456');
  await press(named(place, '登录'));
  (await shop.next()).answer(200, {});
  await until(() => expect(went).toEqual(['/desk/audit']));
});

test('a session that has ended leads to the desks’ login; what is merely missing does not', async () => {
  const ended = loadAudit(input);
  (await shop.next()).answer(404);
  const asked = await shop.next();
  expect(asked.line).toBe('GET /api/desk/me');
  asked.answer(404);
  await expect(ended).rejects.toBeInstanceOf(CancelledError);
  expect(went).toEqual([`/desk/login?next=${encodeURIComponent(location.pathname)}`]);
  const missing = loadAudit(input);
  (await shop.next()).answer(404);
  (await shop.next()).answer(200, {});
  await expect(missing).rejects.toMatchObject({ code: 404 });
  expect(went).toHaveLength(1);
});

test('who is out already is out', async () => {
  const place = await draw(<SignOut />);
  await press(named(place, '退出'));
  (await shop.next()).answer(404);
  await until(() => expect(went).toEqual(['/desk/login']));
});

test('enrolling shows the secret, takes a code, and shows the recovery codes', async () => {
  const enrolled: object[] = [];
  const place = await draw(<Enrol onEnrolled={(staff) => enrolled.push(staff)} />);
  await press(named(place, '绑定身份验证器'));
  const begun = await shop.next();
  begun.answer(200, { secret: 'AAAA BBBB', url: 'otpauth://x', qr: { size: 25, path: 'M0 0h1v1h-1z' } });
  await until(() => expect(place.textContent).toContain('AAAA BBBB'));
  expect(place.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 25 25');
  await typeInto(boxOf(place, '身份验证器上的6位数字'), '12345');
  await press(named(place, '确认绑定'));
  expect([alerts(place), shop.left()]).toEqual([['请填写6位数字'], 0]);
  await typeInto(boxOf(place, '身份验证器上的6位数字'), '123 456');
  await press(named(place, '确认绑定'));
  const sent = await shop.next();
  expect(sent.line).toBe('POST /api/desk/totp/confirm code=123+456');
  sent.answer(200, { staff: { id: 1 }, recovery_codes: ['AAAAA-22222', 'BBBBB-33333'] });
  await until(() => expect(place.textContent).toContain('BBBBB-33333'));
  expect(enrolled).toEqual([{ id: 1 }]);
});

test('the log is walked and opened by keyboard, loaded anew, and empty where nothing fits', async () => {
  const entry = (id: number) => ({
    id,
    at: '2026-11-21T01:05:00.000Z',
    who: 'li.ming',
    side: '平台',
    act: 'order.ship',
    act_text: '发货',
    subject: 'order',
    subject_text: '订单',
    key: `D${id}`,
    request_id: 'r1',
    before: '',
    after: '{\n  "pieces": 3\n}',
  });
  const found = { list: [entry(2), entry(1)], total: 120, size: 50, most: 10_000 };
  const place = await draw(<AuditPage initial={found} input={{ ...input, who: 'li.ming' }} />);
  const rows = [...place.querySelectorAll<HTMLElement>('tbody tr')];
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('D2'),
    expect.stringContaining('D1'),
  ]);
  expect(place.querySelector('a[aria-label="第2页"]')?.getAttribute('href')).toBe(
    '/desk/audit?who=li.ming&page=2',
  );
  await does(() => rows[0]?.focus());
  await typeKey('ArrowDown');
  await typeKey('Enter');
  const dialog = place.querySelector('dialog');
  expect(dialog?.textContent).toContain('订单 D1');
  expect(dialog?.textContent).toContain('"pieces": 3');
  await press(named(place, '关闭'));
  await press(named(place, '刷新'));
  const asked = await shop.next();
  expect(asked.line).toContain('GET /api/desk/audit?');
  asked.answer(200, { list: [], total: 0, size: 50, most: 10_000 });
  await until(() => expect(place.textContent).toContain('没有符合条件的记录'));
});
