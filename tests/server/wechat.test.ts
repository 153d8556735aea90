/** WeChat: scans that belong to a browser, codes that open once, one WeChat to one person. */

import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoPassword, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { agreementVersion } from '#lib/rules/companies/registration.ts';
import { findAsked } from '#lib/server/accounts/wechat-scan.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { account, rateLimit, session, user, verification } from '#lib/server/db/schema.ts';
import { demoCode, demoPeople, demoPerson, demoToken } from '#lib/server/ports/wechat-demo.ts';
import { demoWechat } from '#lib/server/ports/wechat-line.ts';
import { openWechat } from '#tests/counterparts/wechat.ts';
import { testDatabase } from '#tests/support/database.ts';
import { callHandler, cookieOf, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { askCode, codeOf } from '#tests/support/sms.ts';
import { GET as callback } from '../../src/pages/wechat/callback.ts';

const link = routeOf(api.linkWechat);
const start = routeOf(api.startWechat);
const step1 = routeOf(api.registerAccount);
const info = routeOf(api.userInfo);
const unbind = routeOf(api.unbindWechat);

const { db } = await testDatabase();
const counterpart = await openWechat();

const li = { openid: 'o-li', unionid: 'u-li', nickname: '李店长' };

beforeEach(async () => {
  await db.delete(account).where(eq(account.providerId, 'wechat'));
  await db.update(user).set({ wechat: null });
  await Promise.all([db.delete(rateLimit), db.delete(verification)]);
});

/** Begins a scan: the state that goes to WeChat, and the cookies of the browser. */
async function begin(cookie = '', next = '') {
  const answer = await request<{ url: string }>(start, { body: { next }, cookie });
  expect(answer.code, answer.message).toBe(200);
  const url = new URL(answer.data.url);
  return {
    url,
    state: url.searchParams.get('state') ?? '',
    cookie: joined(cookie, cookieOf(answer.headers)),
  };
}
const joined = (...cookies: string[]) => cookies.filter(Boolean).join('; ');

/** The browser comes back from WeChat: where it goes on, and with which cookies. */
async function comeBack(query: { code?: string; state: string }, cookie: string) {
  const path = `/wechat/callback?${new URLSearchParams(query)}`;
  const answer = await callHandler(callback, { path, cookie });
  expect(answer.status).toBe(302);
  return { to: answer.headers.get('location'), cookie: cookieOf(answer.headers) };
}

/** The whole way, of whoever is logged in by `cookie`. */
async function scan(person: typeof li, cookie = '', next = '') {
  const begun = await begin(cookie, next);
  return comeBack({ code: counterpart.scan(person), state: begun.state }, begun.cookie);
}

const nameOf = async (cookie: string) =>
  (await request<{ username: string; wechat: string | null }>(info, { cookie })).data;

describe('the way to WeChat', () => {
  it('is the page of a website application, with a state of its own each time', async () => {
    const [one, two] = [await begin(), await begin()];
    expect(one.url.origin + one.url.pathname).toBe('https://open.weixin.test/connect/qrconnect');
    expect(one.url.hash).toBe('#wechat_redirect');
    expect(Object.fromEntries(one.url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'snsapi_login',
      redirect_uri: expect.stringMatching(/\/wechat\/callback$/),
    });
    expect(one.state).not.toBe(two.state);
    const kept = JSON.stringify(await db.select().from(verification));
    expect(kept).not.toContain(one.state);
  });

  it('is not there where it is switched off, and is asked for so often', async () => {
    for (let nth = 0; nth < 60; nth++) await begin();
    expect(await request(start, { body: {} })).toMatchObject({ code: 429 });
    await db.delete(rateLimit);
    const { WECHAT_APP_ID = '', WECHAT_APP_SECRET = '' } = process.env;
    completeEnv({ WECHAT_APP_ID: '', WECHAT_APP_SECRET: '', DEMO: '0' });
    expect(await request(start, { body: {} })).toMatchObject({ code: 404 });
    completeEnv({ WECHAT_APP_ID, WECHAT_APP_SECRET, DEMO: '1' });
  });
});

describe('binding', () => {
  it('makes a WeChat the person’s, who logs in by it in another browser', async () => {
    const mine = await loginAs('demo');
    expect((await scan(li, mine)).to).toBe('/zhzx/bdwx?bound=1');
    expect((await nameOf(mine)).wechat).toBe('李店长');
    const entered = await scan(li, '', '/order');
    expect(entered.to).toBe('/order');
    expect((await nameOf(entered.cookie)).username).toBe('demo');
  });

  it('belongs to the browser and the session that began it, and its state is good once', async () => {
    const begun = await begin(await loginAs('demo'));
    const stranger = await begin(await loginAs('other'));
    const code = counterpart.scan(li);
    // Somebody else's browser, one that is logged in as somebody else, and one without a cookie.
    expect((await comeBack({ code, state: begun.state }, stranger.cookie)).to).toBe('/zhzx/bdwx?end=expired');
    expect((await comeBack({ code, state: begun.state }, begun.cookie)).to).toBe('/zhzx/bdwx?end=expired');
    expect((await comeBack({ code, state: 'made-up' }, begun.cookie)).to).toBe('/zhzx/bdwx?end=expired');
    const visitor = await begin();
    expect((await comeBack({ code, state: visitor.state }, '')).to).toBe('/login?end=expired');
    expect(await db.$count(account, eq(account.providerId, 'wechat'))).toBe(0);
    // A visitor's scan does not bind to who is logged in meanwhile.
    const late = await begin();
    const mixed = joined(late.cookie, await loginAs('other'));
    expect((await comeBack({ code, state: late.state }, mixed)).to).toBe('/zhzx/bdwx?end=expired');
  });

  it('of one WeChat by ten people at once binds one of them', async () => {
    const names = ['demo', 'clinic', 'other', 'demo-caigou', 'demo-caiwu'] as const;
    const ends = await Promise.all(names.map(async (name) => (await scan(li, await loginAs(name))).to));
    expect(ends.filter((to) => to === '/zhzx/bdwx?bound=1')).toHaveLength(1);
    expect(ends.filter((to) => to === '/zhzx/bdwx?end=taken')).toHaveLength(4);
    expect(await db.$count(account, eq(account.providerId, 'wechat'))).toBe(1);
  });

  it('keeps to one WeChat a person; the same once more is done already', async () => {
    const mine = await loginAs('demo');
    await scan(li, mine);
    expect((await scan(li, mine)).to).toBe('/zhzx/bdwx?bound=1');
    const other = { openid: 'o-wang', unionid: 'u-wang', nickname: '王医生' };
    expect((await scan(other, mine)).to).toBe('/zhzx/bdwx?end=other');
    expect((await nameOf(mine)).wechat).toBe('李店长');
  });

  it('is taken away, twice alike, and nobody logs in by it then', async () => {
    const mine = await loginAs('demo');
    await scan(li, mine);
    for (let nth = 0; nth < 2; nth++)
      expect(await request(unbind, { method: 'DELETE', cookie: mine })).toMatchObject({
        code: 200,
        data: { wechat: null },
      });
    expect((await nameOf(mine)).wechat).toBeNull();
    expect((await scan(li)).to).toBe('/register/wechat');
    expect(await request(unbind, { method: 'DELETE' })).toMatchObject({ code: 401 });
  });
});

describe('a WeChat that is nobody’s', () => {
  it('is bound to an account by its password, once', async () => {
    const found = await scan(li);
    expect(found.to).toBe('/register/wechat');
    const body = { username: 'clinic', password: demoPassword };
    expect(await request(link, { body: { ...body, password: 'wrong' }, cookie: found.cookie })).toMatchObject(
      {
        code: 422,
      },
    );
    const linked = await request(link, { body, cookie: found.cookie });
    expect(linked).toMatchObject({ code: 200, data: { user: { wechat: '李店长' } } });
    expect(await request(link, { body, cookie: found.cookie })).toMatchObject({ code: 409 });
    expect(await request(link, { body })).toMatchObject({ code: 409 });
    expect((await nameOf((await scan(li)).cookie)).username).toBe('clinic');
  });

  it('is bound to a new account where that was asked for, and only there', async () => {
    const register = async (phone: string, wechat: 0 | 1, cookie: string) => {
      await askCode(phone, '198.51.100.1', 'register');
      const code = await codeOf(db, phone);
      const password = '长江边的灯塔-7921';
      return request(step1, {
        body: { phone, code, password, wechat, agreement: agreementVersion },
        cookie,
      });
    };
    const { cookie } = await scan(li);
    expect(await register('13922220001', 0, cookie)).toMatchObject({ code: 200 });
    expect(await db.$count(account, eq(account.providerId, 'wechat'))).toBe(0);
    expect(await register('13922220002', 1, cookie)).toMatchObject({ code: 200 });
    expect((await nameOf((await scan(li)).cookie)).username).toBe('13922220002');
    expect(await register('13922220003', 1, cookie)).toMatchObject({ code: 409 });
    expect(await db.$count(user, eq(user.phoneNumber, '13922220003'))).toBe(0);
  });
});

describe('a scan that is too old', () => {
  it('registers nobody: it says so, and the code holds for both ways on', async () => {
    const { cookie } = await scan(li);
    const asked = (query: string) =>
      findAsked(
        { db, now: new Date(), headers: new Headers({ cookie }) },
        new URL(`http://shop/register/step1${query}`),
      );
    expect([await asked('?wechat=1'), await asked('')]).toEqual([{ nickname: '李店长' }, null]);
    await db.update(verification).set({ expiresAt: new Date(Date.now() - 12 * 60_000) });
    expect(await asked('?wechat=1')).toEqual({ nickname: null });
    const phone = '13922220009';
    await askCode(phone, '198.51.100.1', 'register');
    const body = { phone, code: await codeOf(db, phone), password: '长江边的灯塔-7921', wechat: 1 };
    const register = (more: object, by = cookie) =>
      request(step1, { body: { ...body, agreement: agreementVersion, ...more }, cookie: by });
    expect(await register({})).toMatchObject({
      code: 409,
      message: expect.stringContaining('请重新扫码'),
      data: { wechat: 'over' },
    });
    expect(await db.$count(user, eq(user.phoneNumber, phone))).toBe(0);
    const again = await scan(li);
    expect(await register({}, again.cookie)).toMatchObject({ code: 200 });
    expect((await nameOf((await scan(li)).cookie)).username).toBe(phone);
  });
});

describe('a scan', () => {
  const second = { openid: 'o-wang', unionid: 'u-wang', nickname: '王医生' };
  const bindTo = (username: string, cookie: string) =>
    request(link, { body: { username, password: demoPassword }, cookie });

  it('outlives a binding that is refused: it is bound to another account without scanning again', async () => {
    await scan(second, await loginAs('demo'));
    const { cookie } = await scan(li);
    expect(await bindTo('demo', cookie)).toMatchObject({
      code: 409,
      message: expect.stringContaining('15分钟内有效'),
    });
    expect(await bindTo('clinic', cookie)).toMatchObject({ code: 200 });
    expect(await bindTo('other', cookie)).toMatchObject({ code: 409 });
  });

  it('outlives a registration that is refused, and so does the code', async () => {
    const [row] = await db.select({ phone: user.phoneNumber }).from(user).where(eq(user.id, users.other));
    const known = row?.phone ?? '';
    const { cookie } = await scan(li);
    const register = async (phone: string, code: string) => {
      const body = { phone, code, password: '长江边的灯塔-7921', wechat: 1, agreement: agreementVersion };
      return request(step1, { body, cookie });
    };
    await askCode(known, '198.51.100.1', 'register');
    expect(await register(known, await codeOf(db, known))).toMatchObject({
      code: 409,
      data: { is_taken: 1 },
    });
    // Somebody else was faster with this very WeChat: neither scan nor code is spent on nothing.
    await askCode('13922220004', '198.51.100.1', 'register');
    const code = await codeOf(db, '13922220004');
    await scan(li, await loginAs('demo'));
    expect(await register('13922220004', code)).toMatchObject({ code: 409 });
    await request(unbind, { method: 'DELETE', cookie: await loginAs('demo') });
    expect(await register('13922220004', code)).toMatchObject({ code: 200 });
    expect((await nameOf((await scan(li)).cookie)).username).toBe('13922220004');
  });

  it('is bound once, of two accounts and a registration that bring it at once', async () => {
    const { cookie } = await scan(li);
    await askCode('13922220005', '198.51.100.1', 'register');
    const body = {
      phone: '13922220005',
      code: await codeOf(db, '13922220005'),
      password: '长江边的灯塔-7921',
      wechat: 1,
      agreement: agreementVersion,
    };
    const answers = await Promise.all([
      bindTo('demo', cookie),
      bindTo('clinic', cookie),
      request(step1, { body, cookie }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    expect(await db.$count(account, eq(account.providerId, 'wechat'))).toBe(1);
  });

  it('is not lost while WeChat does not answer, nor by loading its address twice', async () => {
    const mine = await loginAs('demo');
    const begun = await begin(mine);
    const code = counterpart.scan(li);
    counterpart.trouble = 'refused';
    expect((await comeBack({ code, state: begun.state }, begun.cookie)).to).toBe('/zhzx/bdwx?end=failed');
    counterpart.trouble = 'none';
    const twice = await Promise.all([1, 2].map(() => comeBack({ code, state: begun.state }, begun.cookie)));
    expect(twice.filter(({ to }) => to === '/zhzx/bdwx?bound=1')).toHaveLength(1);
    expect((await nameOf(mine)).wechat).toBe('李店长');
    // It is over now, whatever code comes with it.
    const again = { code: counterpart.scan(li), state: begun.state };
    expect((await comeBack(again, begun.cookie)).to).toBe('/zhzx/bdwx?end=expired');
  });

  it('of a visitor that is loaded twice with two codes is kept once', async () => {
    const begun = await begin();
    const ends = await Promise.all(
      [1, 2].map(() => comeBack({ code: counterpart.scan(li), state: begun.state }, begun.cookie)),
    );
    expect(ends.map(({ to }) => to).sort()).toEqual(['/login?end=expired', '/register/wechat']);
  });
});

describe('what goes wrong', () => {
  it.each(['refused', 'nonsense', 'other'] as const)(
    '%s: it is said, and nothing is opened',
    async (trouble) => {
      counterpart.trouble = trouble;
      const before = await db.$count(session);
      expect((await scan(li)).to).toBe('/login?end=failed');
      expect((await scan(li, await loginAs('demo'))).to).toBe('/zhzx/bdwx?end=failed');
      expect(await db.$count(session)).toBe(before + 1);
    },
  );

  it('a person who does not agree, and a code that was used or made up', async () => {
    const refused = await begin();
    expect((await comeBack({ state: refused.state }, refused.cookie)).to).toBe('/login?end=refused');
    const code = counterpart.scan(li);
    const [one, two] = [await begin(), await begin()];
    expect((await comeBack({ code, state: one.state }, one.cookie)).to).toBe('/register/wechat');
    expect((await comeBack({ code, state: two.state }, two.cookie)).to).toBe('/login?end=failed');
  });

  it('an account that was disabled is not opened by WeChat either', async () => {
    const mine = await loginAs('demo-zhidu');
    await scan(li, mine);
    await db.execute(`update member set disabled_at = now() where user_id = '${users['demo-zhidu']}'`);
    expect((await scan(li)).to).toBe('/login?end=closed');
    const mineOnly = and(eq(session.userId, users['demo-zhidu']));
    expect(await db.$count(session, mineOnly)).toBe(0);
  });

  it('leads nowhere but to this site', async () => {
    await scan(li, await loginAs('demo'));
    expect((await scan(li, '', 'https://evil.test/')).to).toBe('/');
    expect((await scan(li, '', '//evil.test')).to).toBe('/');
  });
});

describe('the demo’s counterpart', () => {
  const now = new Date();
  const ask = (code: string, more: object = {}) =>
    demoToken(
      db,
      new URLSearchParams({
        appid: demoWechat.appId,
        secret: demoWechat.appSecret,
        grant_type: 'authorization_code',
        code,
        ...more,
      }),
      now,
    );

  it('opens a code once, and tells one person', async () => {
    const [first] = demoPeople;
    const code = demoCode(first.openid, now);
    expect(await ask(code, { secret: 'x' })).toMatchObject({ errcode: 40_125 });
    expect(await ask(code, { appid: 'x' })).toMatchObject({ errcode: 40_013 });
    expect(await ask(`${code.slice(0, -4)}AAAA`)).toMatchObject({ errcode: 40_029 });
    const given = await ask(code);
    expect(given).toMatchObject({ openid: first.openid, unionid: first.unionid });
    expect(await ask(code)).toMatchObject({ errcode: 40_163 });
    const access_token = 'access_token' in given ? String(given.access_token) : '';
    expect(demoPerson(new URLSearchParams({ access_token, openid: first.openid }), now)).toMatchObject({
      nickname: first.nickname,
    });
    expect(demoPerson(new URLSearchParams({ access_token, openid: 'x' }), now)).toMatchObject({
      errcode: 40_003,
    });
    expect(await ask(demoCode(first.openid, new Date(now.getTime() - 3_600_000)))).toMatchObject({
      errcode: 40_029,
    });
  });
});
