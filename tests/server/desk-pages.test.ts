/** Pages of the desks: whom they are opened to, where the others are led, and that nobody keeps or finds them. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { deskNext, deskRoutes, findDeskRoute, path } from '#lib/contract/routes.ts';
import type { Side } from '#lib/rules/companies/staff.ts';
import { listDeskPages } from '#lib/server/core/calls/guard.ts';
import { staffReader } from '#lib/server/core/sessions/desk-session.ts';
import { accountReader, endReader } from '#lib/server/core/sessions/session.ts';
import { staff } from '#lib/server/db/schema.ts';
import { cacheAddress } from '#lib/server/web/cache-address.ts';
import { answerDesk } from '#lib/server/web/pages/desk.ts';
import { platformContext } from '#lib/server/web/pages/page.ts';
import { testDatabase } from '#tests/support/database.ts';
import { person } from '#tests/support/desk-people.ts';
import { loginAs } from '#tests/support/request.ts';

const { db } = await testDatabase();

/** What comes of opening an address: the status and where it leads. */
async function open(address: string, cookie: string): Promise<string> {
  const url = new URL(address, 'http://shop.test');
  const headers = new Headers({ cookie });
  const route = findDeskRoute(url.pathname);
  if (route === undefined) throw new Error(`${address} is no page of a desk`);
  const locals = {
    requestId: 'test',
    clientAddress: '127.0.0.1',
    account: accountReader({ headers, method: 'GET' }),
    staff: staffReader(headers),
    whyOut: endReader(headers),
  };
  const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } });
  const rewrite = async (to: unknown) => new Response(null, { status: to === '/desk/denied' ? 403 : 404 });
  const answer = await answerDesk(
    { locals, url, redirect, rewrite },
    route,
    async () => new Response('the page'),
  );
  expect.soft(answer.headers.get('cache-control')).toBe('no-store');
  expect.soft(answer.headers.get('x-robots-tag')).toBe('noindex');
  return [answer.status, answer.headers.get('location')].filter(Boolean).join(' ');
}

const missing = '404';
/** In the desk's frame: which permission is lacking, and the way back. */
const denied = '403';
const pages = deskRoutes.filter(([, { who }]) => who !== 'outside').map(([pattern]) => pattern);
/** Those that are for this side. */
const pagesOf = (side: Side) =>
  deskRoutes.filter(([, { who }]) => who === 'staff' || who === side).map(([pattern]) => pattern);

describe('a page of a desk', () => {
  it('leads a visitor to the desks’ login and back, a buyer to the page of what is not there', async () => {
    const buyer = await loginAs('demo');
    for (const page of pages) {
      expect
        .soft(await open(`${page}?page=2`, ''))
        .toBe(`303 ${path('/desk/login', undefined, { next: `${page}?page=2` })}`);
      expect.soft(await open(page, buyer), page).toBe(missing);
      expect.soft(await open(page, `yp_desk=${'a'.repeat(43)}`), page).toMatch(/^303 \/desk\/login/);
    }
    expect(await open('/desk/login', '')).toBe('200');
    expect(await open('/desk/login', buyer)).toBe('200');
  });

  it('is open by side and role', async () => {
    const admin = await person(db, 'page.admin', 'admin');
    const clerk = await person(db, 'page.clerk', 'review');
    const merchant = await person(db, 'page.shop', 'admin', 1);
    for (const page of pages) {
      expect
        .soft(await open(page, admin.cookie), page)
        .toBe(pagesOf('platform').includes(page) ? '200' : denied);
      expect
        .soft(await open(page, merchant.cookie), page)
        .toBe(pagesOf('merchant').includes(page) ? '200' : denied);
    }
    expect(await open('/desk', clerk.cookie)).toBe('200');
    expect(await open('/desk/audit', clerk.cookie)).toBe(denied);
    // Staff are staff, whoever else is logged in to the shop in the same browser.
    expect(await open('/desk', `${admin.cookie}; ${await loginAs('demo')}`)).toBe('200');
    await db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, admin.id));
    expect(await open('/desk', admin.cookie)).toBe('303 /desk/login?next=%2Fdesk');
  });

  it('of the platform’s is not there for a merchant’s people, whatever its row says', async () => {
    const contextOf = (cookie: string) => {
      const request = new Request('http://shop.test/desk', { headers: { cookie } });
      const locals = {
        requestId: 'test',
        clientAddress: '127.0.0.1',
        account: accountReader({ headers: request.headers, method: 'GET' }),
        staff: staffReader(request.headers),
        whyOut: endReader(request.headers),
      };
      return platformContext({ locals, request, response: { headers: new Headers() } });
    };
    const admin = await person(db, 'page.own', 'admin');
    const merchant = await person(db, 'page.their', 'admin', 1);
    expect((await contextOf(admin.cookie)).actor).toMatchObject({ kind: 'platform', name: 'page.own' });
    for (const cookie of [merchant.cookie, ''])
      await expect(contextOf(cookie)).rejects.toMatchObject({ code: 404 });
  });

  const unlisted = [
    ...['/desk/denied', '/desk/missing', '/desk/merchants/new', '/desk/wheels/new', '/desk/live/new'],
    ...['/desk/points-goods/new', '/desk/points-orders/table'],
  ];

  it('waits for a password of one’s own and an authenticator', async () => {
    const first = await person(db, 'page.first', 'admin', 2);
    await db.update(staff).set({ isPasswordInitial: true }).where(eq(staff.id, first.id));
    const bare = await person(db, 'page.bare', 'admin', 3);
    const none = { isPasswordInitial: false, isEnrolled: false, isDisabled: false, needsTotp: true };
    const unenrolled = { ...none, id: 1, username: 'x', role: 'admin', merchantId: null, merchant: null };
    expect(await open('/desk', first.cookie)).toBe('303 /desk/account');
    expect(await open('/desk/account', first.cookie)).toBe('200');
    expect(await open('/desk', bare.cookie)).toBe('200');
    expect(listDeskPages(unenrolled).map(({ href }) => href)).toEqual(['/desk/account']);
    expect(listDeskPages({ ...unenrolled, isEnrolled: true }).map(({ href }) => href)).toEqual(
      pagesOf('platform').filter((page) => !page.includes('[') && !unlisted.includes(page)),
    );
  });

  it('is not asked to log in again: its login leads on, to desks only', async () => {
    const { cookie } = await person(db, 'page.again', 'admin', 1);
    expect(await open('/desk/login?next=%2Fdesk%2Faudit%3Fwho%3Dx', cookie)).toBe('303 /desk/audit?who=x');
    for (const next of [
      '',
      '/',
      '/user',
      '/desk/login',
      '//evil.example/desk',
      'https://evil.example/desk',
      '/desk/none',
    ])
      expect.soft(deskNext(next), next).toBe('/desk');
  });

  it('has no name in the store of pages', () => {
    for (const [page] of deskRoutes) expect.soft(cacheAddress(page), page).toBeUndefined();
  });
});
