import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { demoPassword, users } from '#demo/seed/known.ts';
import { type UserInfo, userInfo } from '#lib/contract/accounts/calls.ts';
import { api } from '#lib/contract/api.ts';
import { user } from '#lib/server/db/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { cookieOf, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const logIn = routeOf(api.login);
const info = routeOf(api.userInfo);
const logOut = routeOf(api.logout);
const logOutByPost = routeOf(api.logoutPost);

const { db } = await testDatabase();

describe('logging in', () => {
  it('by name answers the user and sets a session that reads itself', async () => {
    const answer = await request<{ user: UserInfo }>(logIn, {
      body: { username: 'demo', password: demoPassword },
    });
    expect(answer.code).toBe(200);
    expect(userInfo.parse(answer.data.user).username).toBe('demo');
    const cookies = answer.headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('yp.session_token='))).toMatch(
      /HttpOnly; SameSite=Lax/,
    );
    const again = await request<UserInfo>(info, { cookie: cookieOf(answer.headers) });
    expect(again.data).toMatchObject({ username: 'demo', is_passed: 1, company_status_text: '审核通过' });
    expect(again.data.admin?.name).toBeTruthy();
  });

  it('by phone and in any case of the name', async () => {
    const [row] = await db.select({ phone: user.phoneNumber }).from(user).where(eq(user.id, users.demo));
    expect(
      await request(logIn, { body: { username: row?.phone ?? '', password: demoPassword } }),
    ).toMatchObject({ code: 200 });
    expect(await request(logIn, { body: { username: ' DEMO ', password: demoPassword } })).toMatchObject({
      code: 200,
    });
  });

  it.each(['pending', 'rejected', 'expired', 'frozen', 'clinic', 'other', 'demo-zhidu'] as const)(
    '%s can log in',
    async (name) => {
      const answer = await request<UserInfo>(info, { cookie: await loginAs(name) });
      expect(answer).toMatchObject({ code: 200, data: { username: name } });
    },
  );

  it.each([
    ['', 'x', '请填写登录名或手机号'],
    ['demo', '', '请填写密码'],
    ['a'.repeat(51), 'x', '登录名或手机号最多50个字'],
    ['demo', 'wrong', '用户名或密码错误'],
    ['\'; drop table "user"; --', 'wrong', '用户名或密码错误'],
  ])('%j with %j is refused with 422 and a sentence', async (username, password, message) => {
    const answer = await request(logIn, { body: { username, password }, address: '10.0.0.1' });
    expect(answer).toMatchObject({ code: 422, status: 422, message });
  });
});

describe('the session', () => {
  it('is nobody without a cookie, with a forged one, and after logging out', async () => {
    expect(await request(info)).toMatchObject({ code: 401, status: 401 });
    expect(await request(info, { cookie: 'yp.session_token=forged.signature' })).toMatchObject({ code: 401 });
    const cookie = await loginAs('demo');
    expect(await request(logOut, { method: 'DELETE', cookie })).toMatchObject({ code: 200 });
    expect(await request(info, { cookie })).toMatchObject({ code: 401 });
    expect(await request(logOut, { method: 'DELETE', cookie })).toMatchObject({ code: 200 });
  });

  it('ends by POST too', async () => {
    const cookie = await loginAs('demo');
    const answer = await request(logOutByPost, { method: 'POST', cookie });
    expect(answer.headers.getSetCookie().some((set) => /^yp_in=; .*Max-Age=0/.test(set))).toBe(true);
    expect(await request(info, { cookie })).toMatchObject({ code: 401 });
  });
});
