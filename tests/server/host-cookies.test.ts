/** Session cookies of a shop on https: bound to its host by their name, and those of an earlier release go on. */

import { expect, it } from 'vitest';
import { api } from '#lib/contract/api.ts';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { testDatabase } from '#tests/support/database.ts';
import { chosen, enter, person } from '#tests/support/desk-people.ts';
import { cookieOf, loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const logIn = routeOf(api.login);
const getMe = routeOf(api.deskMe);
const info = routeOf(api.userInfo);
const logOut = routeOf(api.logoutPost);

const { db } = await testDatabase();
completeEnv({ SITE_URL: 'https://shop.test' });

const codeFor = async (cookie: string) => (await request(info, { cookie })).code;
const host = '__Host-yp.session_token=';
const past = '__Secure-yp.session_token=';

it('a buyer’s is the host’s; under the name of an earlier release it opens the shop and is logged out', async () => {
  const made = await request(logIn, { body: { username: 'demo', password: 'Demo@2026' } });
  const set = made.headers.getSetCookie().find((one) => one.startsWith(host)) ?? '';
  expect(set).toMatch(/Path=\/.*HttpOnly.*Secure/);
  expect(set).not.toContain('Domain');
  const value = set.slice(host.length).split(';', 1)[0] ?? '';
  for (const name of [host, past, 'yp.session_token='])
    expect.soft(await codeFor(name + value), name).toBe(200);
  // A weaker cookie that another host of the domain has laid does not take its place.
  const other = (await loginAs('other')).match(/__Host-yp\.session_token=([^;]+)/)?.[1] ?? '';
  expect(
    (await request<{ username: string }>(info, { cookie: `${past}${other}; ${host}${value}` })).data.username,
  ).toBe('demo');

  const left = await request(logOut, { method: 'POST', cookie: past + value });
  expect(left.headers.getSetCookie().filter((one) => one.startsWith(past))).toEqual([
    `${past}; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure`,
  ]);
  expect(await codeFor(host + value)).toBe(401);
});

it('a desk’s is the host’s too', async () => {
  await person(db, 'host', 'orders', 1);
  const cookie = cookieOf((await enter('host', chosen)).headers);
  const token = /__Host-yp_desk=([\w-]{43})/.exec(cookie)?.[1] ?? '';
  expect(token).not.toBe('');
  for (const name of ['__Host-yp_desk', 'yp_desk'])
    expect.soft(await request(getMe, { cookie: `${name}=${token}` }), name).toMatchObject({ code: 200 });
});
