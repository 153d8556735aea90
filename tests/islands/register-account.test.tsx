// @vitest-environment happy-dom
/** The first step of registering: what is typed outlives the page, but for code and password. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RegisterAccount } from '#islands/registration/RegisterAccount.tsx';
import { findFirstStep, saveFirstStep } from '#lib/client/stores/registration/first-step.ts';
import { boxOf, clearDocument, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const went = domPage();

beforeEach(() => localStorage.clear());
afterEach(clearDocument);

const open = (wechat: { nickname: string | null } | null = null) =>
  draw(<RegisterAccount asksKind wechat={wechat} />);
const radio = (place: ParentNode, value: string) =>
  place.querySelector<HTMLInputElement>(`input[type=radio][value=${value}]`)!;
const password = '长江边的灯塔-7921';

async function fillIn(place: HTMLElement): Promise<void> {
  await press(radio(place, 'single'));
  await typeInto(boxOf(place, '联系人姓名'), '许安然');
  await typeInto(boxOf(place, '手机号'), '13912345678');
  await typeInto(boxOf(place, '短信验证码'), '123456');
  await typeInto(boxOf(place, '密码'), password);
  await press(place.querySelector('input[type=checkbox]')!);
}

test('name, phone and form are there again after the page was closed, code, password and agreement are not', async () => {
  await fillIn(await open());
  await clearDocument();
  const place = await open();
  expect([boxOf(place, '联系人姓名').value, boxOf(place, '手机号').value]).toEqual(['许安然', '13912345678']);
  expect([radio(place, 'single').checked, radio(place, 'head').checked]).toEqual([true, false]);
  expect([boxOf(place, '短信验证码').value, boxOf(place, '密码').value]).toEqual(['', '']);
  expect(place.querySelector<HTMLInputElement>('input[type=checkbox]')!.checked).toBe(false);
  expect(JSON.stringify({ ...localStorage })).not.toContain(password);
  expect(JSON.stringify({ ...localStorage })).not.toContain('123456"');
});

test('a code that ran out takes nothing with it; with the account what was kept is gone', async () => {
  const place = await open();
  await fillIn(place);
  await press(named(place, '同意并注册'));
  (await shop.next()).answer(422, { errors: { code: ['验证码错误或已过期'] } });
  await until(() => expect(place.textContent).toContain('验证码错误或已过期'));
  expect([boxOf(place, '手机号').value, boxOf(place, '密码').value]).toEqual(['13912345678', password]);
  await typeInto(boxOf(place, '短信验证码'), '654321');
  await press(named(place, '同意并注册'));
  (await shop.next()).answer(200, { page: '/register/step2' });
  await until(() => expect(went).toEqual(['/register/step2']));
  expect(findFirstStep(Date.now())).toBeNull();
});

test('a wrong code ends the note that one is on its way, and the next one brings it again', async () => {
  const place = await open();
  await fillIn(place);
  await press(named(place, '获取验证码'));
  (await shop.next()).answer(200, { wait_seconds: 0 });
  await until(() => expect(place.textContent).toContain('验证码马上就到'));
  await press(named(place, '同意并注册'));
  (await shop.next()).answer(422, { errors: { code: ['验证码错误或已过期'] } });
  await until(() => expect(place.textContent).toContain('验证码错误或已过期'));
  expect(place.textContent).not.toContain('马上就到');
  await typeInto(boxOf(place, '短信验证码'), '654321');
  expect(place.textContent).not.toContain('马上就到');
  await press(named(place, '获取验证码'));
  (await shop.next()).answer(200, { wait_seconds: 0 });
  await until(() => expect(place.textContent).toContain('验证码马上就到'));
});

test('what was kept a day ago, or by another hand, is not there', async () => {
  const day = 24 * 3_600_000;
  saveFirstStep({ name: '许安然', phone: '13912345678', form: 'head' }, 1_000);
  expect(findFirstStep(999 + day)).toEqual({ name: '许安然', phone: '13912345678', form: 'head' });
  expect([findFirstStep(1_000 + day), findFirstStep(999)]).toEqual([null, null]);
  for (const text of ['{', '[]', 'null', '{"phone":1}', '{"phone":"1","form":"x","at":1}']) {
    localStorage.setItem('register-step1', text);
    expect(findFirstStep(2)).toBeNull();
  }
});

test('a scan that is too old is said before anything is sent, and whoever wants it goes on without', async () => {
  const place = await open({ nickname: null });
  expect(place.textContent).toContain('微信扫码已超过15分钟，还没有绑定');
  await fillIn(place);
  await press(named(place, '同意并注册'));
  expect(place.textContent).toContain('请先选择重新扫码，或不绑定微信');
  await press(named(place, '不绑定微信'));
  await press(named(place, '同意并注册'));
  const sent = await shop.next();
  expect(sent.line).toMatch(/name=许安然.*wechat=0/);
  sent.answer(200, { page: '/register/step2' });
  await until(() => expect(went).toEqual(['/register/step2']));
});

test('a scan that grows too old while the form is filled in keeps what was typed', async () => {
  const place = await open({ nickname: '李店长' });
  expect(place.textContent).toContain('注册后绑定微信「李店长」');
  await fillIn(place);
  await press(named(place, '同意并注册'));
  const sent = await shop.next();
  expect(sent.line).toContain('wechat=1');
  sent.answer(409, { wechat: 'over' });
  await until(() => expect(place.textContent).toContain('微信扫码已超过15分钟，还没有绑定'));
  expect([boxOf(place, '联系人姓名').value, boxOf(place, '密码').value]).toEqual(['许安然', password]);
  expect(findFirstStep(Date.now())).toMatchObject({ name: '许安然', phone: '13912345678' });
  expect(named(place, '重新扫码')).toBeTruthy();
});
