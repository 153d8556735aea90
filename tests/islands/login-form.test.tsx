// @vitest-environment happy-dom
/** The login form: what is said before the server is asked, what its refusals say, and that it is sent once. */
import { afterEach, expect, test } from 'vitest';
import { LoginForm } from '#islands/account/LoginForm.tsx';
import { agreementVersion } from '#lib/rules/companies/registration.ts';
import { boxOf, clearDocument, does, draw, named, press, typeInto, until } from '#tests/support/dom.tsx';
import { domPage } from '#tests/support/dom-page.ts';
import { shopServer } from '#tests/support/shop-server.ts';

const shop = shopServer();
const went = domPage();

afterEach(clearDocument);

const accounts = [{ username: 'demo', title: '药店', note: '已认证' }];
const drawForm = () => draw(<LoginForm next="/cart" accounts={accounts} password="Demo@2026" />);
const alerts = (place: ParentNode) =>
  [...place.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);

async function fillIn(place: ParentNode, username: string, password: string): Promise<void> {
  await typeInto(boxOf(place, '登录名或手机号'), username);
  await typeInto(boxOf(place, '密码'), password);
}

test('empty fields are named, the first takes the focus, and nothing is sent', async () => {
  const place = await drawForm();
  await press(named(place, '登录'));
  expect(alerts(place)).toEqual(['请填写登录名或手机号', '请填写密码']);
  expect(document.activeElement).toBe(boxOf(place, '登录名或手机号'));
  await typeInto(boxOf(place, '登录名或手机号'), '  ');
  await typeInto(boxOf(place, '密码'), 'secret');
  await press(named(place, '登录'));
  expect([alerts(place), shop.left()]).toEqual([['请填写登录名或手机号'], 0]);
});

test('sent once however often it is pressed; the button stays busy while the page leaves', async () => {
  const place = await drawForm();
  await fillIn(place, ' demo ', 'Demo@2026');
  await press(named(place, '登录'));
  const button = place.querySelector<HTMLButtonElement>('[type=submit]')!;
  expect([button.textContent, button.disabled]).toEqual(['登录中…', true]);
  await does(() =>
    place.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  );
  const asked = await shop.next();
  expect(asked.line).toBe('POST /api/auth/login username=demo&password=Demo@2026');
  asked.answer(200, {});
  await until(() => expect(went).toEqual(['/cart']));
  expect([shop.left(), button.disabled]).toEqual([0, true]);
});

test('a refusal that names no field stands above the button, and goes at the next press', async () => {
  const place = await drawForm();
  await fillIn(place, 'demo', 'wrong');
  await press(named(place, '登录'));
  (await shop.next()).answer(403, null, '登录名或密码不正确');
  await until(() => expect(alerts(place)).toEqual(['登录名或密码不正确']));
  expect(named<HTMLButtonElement>(place, '登录').disabled).toBe(false);
  await press(named(place, '登录'));
  expect(alerts(place)).toEqual([]);
  (await shop.next()).answer(422, { errors: { password: ['密码不正确'] } });
  await until(() => expect(alerts(place)).toEqual(['密码不正确']));
  expect(document.activeElement).toBe(boxOf(place, '密码'));
});

test('a demo account is filled in, and one press of Enter is left', async () => {
  const place = await drawForm();
  await press(named(place, 'demo药店'));
  expect([boxOf(place, '登录名或手机号').value, boxOf(place, '密码').value]).toEqual(['demo', 'Demo@2026']);
  expect(document.activeElement).toBe(named(place, '登录'));
});

test('the password is shown and hidden again', async () => {
  const place = await drawForm();
  await press(named(place, '显示密码'));
  expect(boxOf(place, '密码').type).toBe('text');
  await press(named(place, '隐藏密码'));
  expect(boxOf(place, '密码').type).toBe('password');
});

test('a new version of the agreement is asked for by a box, and sent with the next press', async () => {
  const place = await drawForm();
  await fillIn(place, 'demo', 'Demo@2026');
  await press(named(place, '登录'));
  (await shop.next()).answer(422, { errors: { agreement: ['请阅读并同意后再登录'] } });
  await until(() => expect(place.querySelector('[name=agreement]')).not.toBeNull());
  const box = place.querySelector<HTMLInputElement>('[name=agreement]')!;
  expect(alerts(place)).toEqual(['请阅读并同意后再登录']);
  await until(() => expect(document.activeElement).toBe(box));
  expect([...place.querySelectorAll('a')].map(({ pathname }) => pathname)).toEqual([
    '/help/fwbz/yhxy',
    '/help/fwbz/yszc',
  ]);
  await press(box);
  expect(alerts(place)).toEqual([]);
  await press(named(place, '登录'));
  const asked = await shop.next();
  expect(asked.line).toBe(
    `POST /api/auth/login username=demo&password=Demo@2026&agreement=${agreementVersion}`,
  );
  asked.answer(200, {});
  await until(() => expect(went).toEqual(['/cart']));
});
