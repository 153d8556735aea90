/** What the frame, the home page and the member centre show, and to whom. */

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { companies } from '#demo/seed/known.ts';
import { type Ad, ad } from '#lib/contract/ads.ts';
import { api } from '#lib/contract/api.ts';
import { findPattern, safeNext } from '#lib/contract/routes.ts';
import { type HeaderData, headerData } from '#lib/contract/shell/calls.ts';
import { getMember } from '#lib/server/accounts/member.ts';
import { visitor } from '#lib/server/core/context.ts';
import { issueToCompany } from '#lib/server/coupons/rows.ts';
import { ad as adTable, navLink, paper } from '#lib/server/db/schema.ts';
import { getHeader } from '#lib/server/site/shell.ts';
import { getHome } from '#lib/server/zones/home.ts';
import { contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const header = routeOf(api.header);
const focus = routeOf(api.focus);

const { db } = await testDatabase();

describe('header data', () => {
  it('has the shape of the contract: hot searches, nine links at most, the category tree', async () => {
    const { code, data } = await request<HeaderData>(header, { path: '/api/common/header' });
    expect(code).toBe(200);
    expect(headerData.parse(data)).toEqual(data);
    expect(data.rmss.length).toBeGreaterThan(3);
    expect(data.nav.length).toBe(9);
    expect(data.category.map(({ name }) => name)).toContain('中成药');
    for (const { children, logo } of data.category) {
      expect(logo).toMatch(/^\/icons\/[a-z-]+\.svg$/);
      expect(children.length).toBeGreaterThan(0);
      expect(children.every((child) => child.children.length > 0)).toBe(true);
    }
    expect(data.category_zy.map(({ name }) => name)).toEqual(['中药饮片']);
    expect(data.category_zs.length).toBeGreaterThan(0);
  });

  it('leads only to pages that are there; what is not open says so', async () => {
    const { nav } = await getHeader({ db, now: new Date() });
    for (const link of nav) {
      expect(link.is_open === 1, link.name).toBe(link.url !== '');
      if (link.is_open) expect(findPattern(link.url), link.url).toBeDefined();
    }
    expect(nav[0]?.name).toBe('首页');
  });

  it('shows a change as soon as it is announced', async () => {
    const names = async () => (await getHeader({ db, now: new Date() })).nav.map(({ name }) => name);
    expect(await names()).not.toContain('全部药品');
    await db.update(navLink).set({ name: '全部药品' }).where(eq(navLink.id, 2));
    await expect.poll(names, { timeout: 20_000 }).toContain('全部药品');
  });
});

describe('ads', () => {
  const slot = (name: string) => request<Ad[]>(focus, { path: `/api/focus/${name}`, params: { slot: name } });

  it('answers those of a slot that run, in their order', async () => {
    const { data } = await slot('index');
    expect(data.length).toBeGreaterThanOrEqual(3);
    expect(data.map((one) => ad.parse(one))).toEqual(data);
    await db
      .update(adTable)
      .set({ endsAt: new Date(Date.now() - 1_000) })
      .where(eq(adTable.id, data[0]!.id));
    expect((await slot('index')).data.map(({ id }) => id)).toEqual(data.slice(1).map(({ id }) => id));
  });

  it('leads nowhere rather than to a page that is not there', async () => {
    const [first] = (await slot('right')).data;
    await db.update(adTable).set({ url: '/no-such-zone' }).where(eq(adTable.id, first!.id));
    expect((await slot('right')).data.find(({ id }) => id === first!.id)?.url).toBe('');
  });

  it('has no slot of any name', async () => {
    expect((await slot("x'; drop table ad")).code).toBe(404);
  });
});

describe('the home page', () => {
  it('has a flash sale, a floor for each kind and the merchants, without any price', async () => {
    const home = await getHome({ ...(await contextOf(db, 'demo')), actor: visitor });
    expect(home.flashSale?.goods.length).toBeGreaterThan(0);
    expect(home.floors.length).toBe(6);
    expect(home.merchants.length).toBeGreaterThan(10);
    expect(home.merchants.some(({ promotions }) => promotions.includes('满减'))).toBe(true);
    const text = JSON.stringify({
      ...home,
      merchants: home.merchants.map(({ policies: _, ...rest }) => rest),
    });
    expect(text).not.toMatch(/"[a-z_]*(price|qhj|rebate)[a-z_]*":/);
    expect(text).not.toMatch(/"\d+\.\d{2}"|满\d+减/);
  });
});

describe('the member centre', () => {
  it('shows balance and points to the owner, and to no buyer of theirs', async () => {
    const owner = await getMember(await contextOf(db, 'demo'));
    expect(owner.wallet).toEqual({ balance: '50000.00', points: 3680 });
    expect((await getMember(await contextOf(db, 'demo-caigou'))).wallet).toBeNull();
    expect((await getMember(await contextOf(db, 'demo-caiwu'))).wallet).not.toBeNull();
  });

  it('counts a cash voucher among the coupons that can be used', async () => {
    const held = async () => {
      const { coupons, vouchers } = await getMember(await contextOf(db, 'other'));
      return [coupons, vouchers];
    };
    const [coupons = 0, vouchers = 0] = await held();
    const day = 86_400_000;
    const [before, now, later] = [-day, 0, day].map((from) => new Date(Date.now() + from));
    const of = { kind: 'voucher', name: '现金券', remarks: '', threshold: 0, value: 5000 } as const;
    for (const validTo of [now!, later!])
      await db.transaction((tx) =>
        issueToCompany(tx, companies.other, { ...of, validFrom: before!, validTo }),
      );
    expect(await held(), 'an ended one counts no more').toEqual([coupons, vouchers + 1]);
  });

  it('tells how long papers hold, which were refused and which are missing', async () => {
    const states = async (name: 'demo' | 'expired' | 'rejected' | 'pending') =>
      new Set((await getMember(await contextOf(db, name))).papers.map(({ state }) => state.text));
    expect(await states('demo')).toEqual(new Set(['有效', '即将过期']));
    expect(await states('expired')).toContain('已过期');
    expect(await states('rejected')).toContain('已驳回');
    expect(await states('pending')).toEqual(new Set(['审核中']));
    const hasEnded = async (name: 'demo' | 'expired') =>
      (await getMember(await contextOf(db, name))).hasEnded;
    expect([await hasEnded('demo'), await hasEnded('expired')]).toEqual([false, true]);
    await db.delete(paper).where(eq(paper.companyId, companies.other));
    expect((await getMember(await contextOf(db, 'other'))).missing).toContainEqual({
      kind: 'drug_licence',
      name: '药品经营许可证',
    });
  });

  it('groups orders the way the order list filters them', async () => {
    const { orders } = await getMember(await contextOf(db, 'demo'));
    expect(orders.map(({ text, status }) => `${text} ${status}`)).toEqual([
      '待付款 10,12',
      '待审核 15',
      '待发货 20',
      '待收货 25,30,35',
      '已完成 50',
    ]);
  });
});

describe('the way back after logging in', () => {
  it.each([
    ['/cart', '/cart'],
    ['/list?keywords=amxl&page=2#top', '/list?keywords=amxl&page=2#top'],
    ['/a/../cart', '/cart'],
  ])('%s → %s', (next, wanted) => {
    expect(safeNext(next)).toBe(wanted);
  });

  it.each([
    null,
    '',
    'cart',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/login?next=/login',
  ])('%s → home', (next) => {
    expect(safeNext(next)).toBe('/');
  });
});
