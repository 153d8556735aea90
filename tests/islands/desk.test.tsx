// @vitest-environment happy-dom
/** Islands of the desks: the login, an ended session, enrolling, the log by keyboard, and papers that lapse. */
import { afterEach, expect, test } from 'vitest';
import { AuditPage } from '#islands/desk/AuditPage.tsx';
import { DeskLogin } from '#islands/desk/DeskLogin.tsx';
import { Doors } from '#islands/desk/Doors.tsx';
import { Enrol } from '#islands/desk/Enrol.tsx';
import { PapersPage } from '#islands/desk/PapersPage.tsx';
import { SignOut } from '#islands/desk/SignOut.tsx';
import { CancelledError } from '#lib/client/api.ts';
import { loadAudit } from '#lib/client/stores/desk/audit.ts';
import { askCorrection } from '#lib/client/stores/desk/countersign.ts';
import { $dialog, answerDialog } from '#lib/client/stores/shell/dialogs.ts';
import {
  boxOf,
  clearDocument,
  does,
  draw,
  named,
  press,
  savedFiles,
  typeInto,
  typeKey,
  until,
} from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const went = domPage();

afterEach(clearDocument);

const input = { who: '', act: '', subject: '', key: '', from: '', to: '', page: 1, size: 50 };
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

test('a session that has ended asks for the log-in in place and sends the call again', async () => {
  const place = await draw(<Doors username="li.ming" isEnrolled />);
  const ended = loadAudit(input);
  const first = await shop.next();
  first.answer(404);
  const asked = await shop.next();
  expect(asked.line).toBe('GET /api/desk/me');
  asked.answer(404);
  await until(() => expect(place.textContent).toContain('登录已过期'));
  await typeInto(boxOf(place, '密码'), 'secret');
  await typeInto(boxOf(place, '验证码'), '123456');
  await press(named(place, '登录并继续'));
  const login = await shop.next();
  expect(login.line).toBe('POST /api/desk/login username=li.ming&password=secret&code=123456');
  login.answer(200, {});
  const again = await shop.next();
  expect(again.line).toBe(first.line);
  again.answer(200, { list: [], total: 0 });
  expect(await ended).toMatchObject({ total: 0 });
  await until(() => expect(place.textContent).not.toContain('登录已过期'));

  const given = loadAudit(input).catch((error: unknown) => error);
  (await shop.next()).answer(404);
  (await shop.next()).answer(404);
  await until(() => expect(place.textContent).toContain('登录已过期'));
  await press(named(place, '取消'));
  expect(await given).toBeInstanceOf(CancelledError);

  const missing = loadAudit(input);
  (await shop.next()).answer(404);
  (await shop.next()).answer(200, {});
  await expect(missing).rejects.toMatchObject({ code: 404 });
  expect(went).toEqual([]);
});

test('an act of money asks for a proof once and goes on as it was sent', async () => {
  const place = await draw(<Doors username="li.ming" isEnrolled={false} />);
  const sent = askCorrection('key-1', { id: 7, amount: '1.00', reason: '多收' });
  const first = await shop.next();
  first.answer(403, { need: 'proof' });
  await until(() => expect(place.textContent).toContain('再次验证身份'));
  await press(named(place, '验证并继续'));
  expect([alerts(place), shop.left()]).toEqual([['请填写'], 0]);
  await typeInto(boxOf(place, '登录密码'), 'wrong');
  await press(named(place, '验证并继续'));
  (await shop.next()).answer(422, { errors: { proof: ['密码错误'] } });
  await until(() => expect(alerts(place)).toEqual(['密码错误']));
  await typeInto(boxOf(place, '登录密码'), 'secret');
  await press(named(place, '验证并继续'));
  const proof = await shop.next();
  expect(proof.line).toBe('POST /api/desk/prove proof=secret');
  proof.answer(200);
  const again = await shop.next();
  expect([again.line, again.req.headers['idempotency-key']]).toEqual([first.line, 'key-1']);
  again.answer(200, { id: 1 });
  expect(await sent).toEqual({ id: 1 });
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
    person: '',
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
  const found = { list: [entry(2), entry(1)], total: 120 };
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
  expect(dialog?.textContent).toContain('数量3');
  await press(named(place, '关闭'));
  await press(named(place, '刷新'));
  const asked = await shop.next();
  expect(asked.line).toContain('GET /api/desk/audit?');
  asked.answer(200, { list: [], total: 0 });
  await until(() => expect(place.textContent).toContain('没有符合条件的记录'));
});

const paper = (id: number) => ({
  id,
  company_id: id,
  company: `${id}号药房`,
  kind_text: '食品经营许可证',
  number: `J${id}`,
  valid_to: '2026-12-31',
  days_left: 40,
  reminded_on: '',
  is_reminded: 0 as const,
});

test('a company is reminded by a press; its row says so, and the keyboard stays where it was', async () => {
  const found = { list: [paper(1), paper(2)], total: 60 };
  const place = await draw(<PapersPage initial={found} input={{ company: '药 房', page: 1, size: 50 }} />);
  expect(boxOf(place, '企业名称').value).toBe('药 房');
  expect(named(place, '第2页').getAttribute('href')).toBe('/desk/papers?company=%E8%8D%AF+%E6%88%BF&page=2');
  const button = named(place, '提醒：1号药房 食品经营许可证');
  await does(() => button.focus());
  await press(button);
  await press(button);
  const sent = await shop.next();
  expect([sent.line, shop.left()]).toEqual(['POST /api/desk/papers/1/remind', 0]);
  sent.answer(200, { ...paper(1), reminded_on: '2026-11-21', is_reminded: 1 });
  await until(() => expect(place.textContent).toContain('2026-11-21'));
  const done = named(place, '今天已提醒：1号药房 食品经营许可证');
  expect(document.activeElement).toBe(done);
  expect(done.getAttribute('aria-disabled')).toBe('true');
  await press(done);
  expect(shop.left()).toBe(0);
});

test('what an act is refused for is told, and the act can be tried again', async () => {
  const found = { list: [paper(1)], total: 1 };
  const place = await draw(<PapersPage initial={found} input={{ company: '', page: 1, size: 50 }} />);
  const button = named(place, '提醒：1号药房 食品经营许可证');
  await press(button);
  (await shop.next()).answer(404, null, '这份资质已更新');
  // The session is still open: it is the paper that is gone.
  (await shop.next()).answer(200, {});
  await until(() => expect($dialog.get()?.text).toBe('这份资质已更新'));
  await does(() => answerDialog(true));
  await until(() => expect(button.getAttribute('aria-busy')).toBeNull());
  await press(button);
  (await shop.next()).answer(200, { ...paper(1), is_reminded: 1 });
  await until(() => expect(button.textContent).toBe('今天已提醒'));
});

test('the file of a list holds all that was found, each row once, and no buttons', async () => {
  const files = savedFiles();
  await draw(<Doors username="li.ming" isEnrolled />);
  const found = { list: [paper(1)], total: 1_001 };
  const place = await draw(<PapersPage initial={found} input={{ company: '药房', page: 3, size: 50 }} />);
  await press(named(place, '导出CSV'));
  const many = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, nth) => paper(from + nth));
  const first = await shop.next();
  expect(first.line).toBe(`GET /api/desk/papers?company=${encodeURIComponent('药房')}&page=1&size=1000`);
  first.answer(200, { list: many(1, 1_000), total: 1_001 });
  const second = await shop.next();
  expect(second.line).toContain('page=2&size=1000');
  // One has come before the others meanwhile: the last of the first page is the first of the second.
  second.answer(200, { list: many(1_000, 1_002), total: 1_002 });
  // The audit log hears of it before there is a file.
  const noted = await shop.next();
  expect(noted.line).toMatch(/^POST \/api\/desk\/exports list=资质到期提醒&rows=1002&filter=/);
  expect(files).toHaveLength(0);
  noted.answer(200);
  await until(() => expect(files).toHaveLength(1));
  const lines = (await files[0]?.text())?.trim().split('\r\n') ?? [];
  expect(lines[0]).toBe('企业,资质,编号,有效期至,剩余天数,上次提醒');
  expect(lines.slice(1).map((line) => line.split(',', 1)[0])).toEqual(
    many(1, 1_002).map(({ company }) => company),
  );
  expect(lines.at(-1)).toBe('1002号药房,食品经营许可证,J1002,2026-12-31,40,');
});
