/** Ways to goods: ads by slot, brands, merchants, tags, forwarding, activities by number. */

import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as known from '#demo/seed/known.ts';
import { type Ad, adSlots, ad as adWire, type FloatLinks, floatLinks } from '#lib/contract/ads.ts';
import { api } from '#lib/contract/api.ts';
import { forwardTarget } from '#lib/contract/forward.ts';
import { type GoodsPage, goodsPage, goodsTags } from '#lib/contract/goods/calls.ts';
import {
  type MerchantDetail,
  type MerchantList,
  merchantDetail,
  merchantList,
} from '#lib/contract/merchants.ts';
import { activity, ad, merchant, navLink } from '#lib/server/db/schema.ts';
import { getBrand, listBrands } from '#lib/server/merchants/brands.ts';
import { listOtherMerchants } from '#lib/server/merchants/merchants.ts';
import { getFrameAds, listAdMoments } from '#lib/server/site/ads.ts';
import { elevenTarget, getElevenAddress } from '#lib/server/site/site-config.ts';
import { findActivityZone } from '#lib/server/zones/activity-zone.ts';
import { testDatabase } from '#tests/support/database.ts';
import { isEach } from '#tests/support/each.ts';
import { request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const slotCall = routeOf(api.focus);
const brandCall = routeOf(api.focusBrand);
const customCall = routeOf(api.focusCustom);
const focusCall = routeOf(api.focusOf);
const byIdCall = routeOf(api.focusById);
const newCall = routeOf(api.focusNew);
const linksCall = routeOf(api.floatLinks);
const tagCall = routeOf(api.tagGoods);
const detailCall = routeOf(api.merchant);
const goodsCall = routeOf(api.merchantGoods);
const showcaseCall = routeOf(api.showcase);

const { db } = await testDatabase();
// The house opened long ago, and one of its goods is new.
await db.execute(
  sql`update goods set created_at = now() - interval '90 days' where id <> ${known.goodsPlain}`,
);
await db.execute(sql`update goods set created_at = now() where id = ${known.goodsPlain}`);
const now = new Date();
const day = 86_400_000;
const noPrice = /"\w*(price|qhj|rebate)\w*":|[¥￥]/;

const put = (values: Partial<typeof ad.$inferInsert> & { slot: string }) =>
  db
    .insert(ad)
    .values({
      title: '测试广告',
      startsAt: new Date(now.getTime() - day),
      endsAt: new Date(now.getTime() + day),
      sort: -1,
      ...values,
    })
    .returning({ id: ad.id });
const titles = (ads: readonly Ad[]) => ads.map(({ title }) => title);

describe('ads of the focus calls', () => {
  it('come from one table by slot, each call its own', async () => {
    for (const slot of adSlots) {
      const { code, data } = await request<Ad[]>(slotCall, { params: { slot } });
      expect(code, slot).toBe(200);
      expect(data.map((one) => adWire.parse(one))).toEqual(data);
    }
    const index = (await request<Ad[]>(slotCall, { params: { slot: 'index' } })).data;
    expect((await request<Ad[]>(newCall)).data).toEqual(index);
    expect((await request<Ad[]>(focusCall)).data).toEqual(index);
    expect((await request<Ad[]>(focusCall, { path: '/api/focus?ad=yx' })).data.length).toBeGreaterThan(0);
    expect((await request(focusCall, { path: '/api/focus?ad=nothing' })).code).toBe(404);
    // "A public ad call with 0".
    const open = (await request<Ad[]>(focusCall, { path: '/api/focus?ad=common' })).data;
    expect(open.length).toBeGreaterThan(0);
    for (const [call, path, params] of [
      [focusCall, '/api/focus?ad=0', {}],
      [slotCall, '/api/focus/0', { slot: '0' }],
      [customCall, '/api/focus/custom?ad_id=0', {}],
      [customCall, '/api/focus/custom', {}],
    ] as const)
      expect((await request<Ad[]>(call, { path, params })).data, path).toEqual(open);
    expect((await request(customCall, { path: '/api/focus/custom?ad_id=-1' })).code).toBe(422);
    const brand = await request<Ad[]>(brandCall, { params: { id: '1' } });
    expect(brand.data[0]?.approval_no).toMatch(/^示药广审/);
    const advertised = await db.execute(
      sql`select p.brand, p.otc from goods g join product p on p.id = g.product_id
        where g.is_on_shelf and g.id = ${Number(brand.data[0]?.url.split('/').at(-1))}`,
    );
    const itself = await getBrand({ db }, '1');
    expect(advertised.rows).toEqual([{ brand: itself?.name, otc: '甲类OTC' }]);
    const ids = index.slice(0, 2).map(({ id }) => id);
    const path = `/api/focus/kxzq_ad?ids=${ids.toReversed().join()},999999`;
    expect((await request<Ad[]>(byIdCall, { path })).data.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(
      (await request<Ad[]>(customCall, { path: `/api/focus/custom?ad_id=${ids[0]}` })).data,
    ).toHaveLength(1);
    expect((await request(byIdCall, { path: '/api/focus/kxzq_ad?ids=x' })).code).toBe(422);
  });

  it('run between their dates only', async () => {
    await put({ slot: 'demo', title: '明天开始', startsAt: new Date(now.getTime() + day) });
    await put({ slot: 'demo', title: '昨天结束', endsAt: new Date(now.getTime() - 1) });
    await put({ slot: 'demo', title: '正在进行' });
    const { data } = await request<Ad[]>(slotCall, { params: { slot: 'demo' } });
    expect(titles(data)).toContain('正在进行');
    expect(titles(data)).not.toContain('明天开始');
    expect(titles(data)).not.toContain('昨天结束');
  });

  it('tell the moments at which a page changes: starts and ends in its own slot and in the frame', async () => {
    const [start, end, past] = [now.getTime() + 7000, now.getTime() + 9000, now.getTime() - 1];
    await put({ slot: 'post', title: '马上开始', startsAt: new Date(start) });
    await put({ slot: 'float', title: '马上结束', endsAt: new Date(end) });
    await put({ slot: 'post', title: '已经结束', endsAt: new Date(past) });
    await put({ slot: 'demo', title: '别的页面', endsAt: new Date(end + 1) });
    const moments = (await listAdMoments({ db, now }, 'post')).map((at) => at.getTime());
    expect(moments).toEqual(expect.arrayContaining([start, end]));
    expect(moments).not.toContain(past);
    expect(moments).not.toContain(end + 1);
  });

  it('for a drug need the number of their approval; a prescription drug has no ad at all', async () => {
    const rx = await db.execute<{ id: number }>(
      sql`select g.id from goods g join product p on p.id = g.product_id where p.otc = '处方药' limit 1`,
    );
    await db.execute(sql`delete from ad where slot = 'zpcj'`);
    const approvalNo = '示药广审(文)第270101-00002号';
    const url = `/list/info/${known.goodsPlain}`;
    await put({ slot: 'zpcj', title: '没有批准文号', url });
    await put({ slot: 'zpcj', title: '有批准文号', url, approvalNo });
    await put({ slot: 'zpcj', title: '处方药', url: `/list/info/${rx.rows[0]!.id}`, approvalNo });
    await put({ slot: 'zpcj', title: '处方药拼团', url: `/list/info-pt/${rx.rows[0]!.id}?a=1`, approvalNo });
    await put({ slot: 'zpcj', title: '拼团没有批准文号', url: `/list/info-pt/${known.goodsPlain}` });
    const { data } = await request<Ad[]>(slotCall, { params: { slot: 'zpcj' } });
    expect(data).toMatchObject([{ title: '有批准文号', approval_no: approvalNo, url }]);
  });

  it('of the frame are the first of their slots; links that are not open have no address', async () => {
    await db
      .insert(navLink)
      .values({ kind: 'float', name: '还没开放', url: '/deftyel', isOpen: false, sort: 9 });
    await put({ slot: 'top', title: '顶部第一', url: '/no-such-page' });
    const frame = await getFrameAds({ db, now });
    expect(frame.top).toMatchObject({ title: '顶部第一', url: '' });
    expect(frame.bottom).not.toBeNull();
    expect(frame.topRight).not.toBeNull();
    const { data } = await request<FloatLinks>(linksCall);
    expect(floatLinks.parse(data)).toEqual(frame.float);
    expect(new Set(data.list.map((link) => link.is_open))).toEqual(new Set([0, 1]));
    expect(data.list.flatMap(({ children }) => children.map(({ url }) => url))).toContain('/lqzx');
    for (const link of data.list) expect(link.is_open === 1).toBe(link.url !== '');
  });
});

describe('goods of a tag', () => {
  it.each(goodsTags)('%s: all of them carry it, and no price for a visitor', async (tag) => {
    const { data } = await request<GoodsPage>(tagCall, {
      path: `/api/goodsTag_goods?tag=${encodeURIComponent(tag)}&size=5`,
    });
    expect(goodsPage.parse(data)).toBeDefined();
    expect(data.total, tag).toBeGreaterThan(0);
    for (const item of data.list) expect(item.tags.map(({ name }) => name)).toContain(tag);
    expect(JSON.stringify(data.list)).not.toMatch(noPrice);
  });

  it('refuses other tags', async () => {
    expect((await request(tagCall, { path: '/api/goodsTag_goods?tag=x' })).code).toBe(422);
  });
});

describe('brands', () => {
  it('are listed by how much of them is on the shelf, each once', async () => {
    const first = await listBrands({ db }, 1);
    const last = await listBrands({ db }, first.pages);
    const counts = [...first.list, ...last.list].map(({ goodsCount }) => goodsCount);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(counts.every((count) => count > 0)).toBe(true);
    expect(new Set([...first.list, ...last.list].map(({ id }) => id)).size).toBe(counts.length);
    const [top] = first.list;
    expect(await getBrand({ db }, String(top!.id))).toEqual(top);
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from goods g join product p on p.id = g.product_id
        where g.is_on_shelf and p.brand = ${top!.name}`,
    );
    expect(top!.goodsCount).toBe(rows[0]!.count);
  });

  it('that are none are not there', async () => {
    for (const id of ['0', '99999', 'x', '1.5', '']) expect(await getBrand({ db }, id)).toBeNull();
  });
});

describe('merchants', () => {
  it('show badges, policies, counts and their three best sellers', async () => {
    const { data } = await request<MerchantList>(showcaseCall);
    expect(merchantList.parse(data)).toEqual(data);
    expect(data.total).toBe(18);
    for (const one of data.list) {
      expect(one.goods.length, one.remarks).toBeLessThanOrEqual(3);
      expect(one.goods.every(({ sjly }) => sjly.id === one.id)).toBe(true);
      expect(one.badges.length).toBeGreaterThan(0);
      expect(one.policies.length).toBeGreaterThan(0);
    }
    expect(JSON.stringify(data)).not.toMatch(noPrice);
  });

  it('without goods are there with none', async () => {
    await db.insert(merchant).values({
      code: 'M99',
      shortName: '空店',
      fullName: '空店医药有限公司',
      province: '湖北',
      city: '武汉',
      address: '',
      licenceNo: '',
      kind: '入驻',
      speciality: '暂无',
      phone: '',
      freeShippingAmount: 0,
      shippingFee: 0,
    });
    const { data } = await request<MerchantList>(showcaseCall, {
      path: `/api/sjly/showcase?keywords=${encodeURIComponent('空店')}`,
    });
    expect(data.list).toMatchObject([{ remarks: '空店', goods_count: 0, goods: [] }]);
  });

  it('tell what sending costs and where they send', async () => {
    const { data } = await request<MerchantDetail>(detailCall, { path: '/api/sjly/detail?id=17' });
    expect(merchantDetail.parse(data)).toEqual(data);
    const said = new Map(data.delivery.map(({ name, text }) => [name, text]));
    expect(said.get('运费')).toMatch(/^满\d+元包邮，未满收\d+元$/);
    expect(said.get('不配送')).toBe('西藏、新疆');
    expect(said.get('销售区域')).not.toMatch(/湖北|西藏/);
    expect((await request(detailCall, { path: '/api/sjly/detail?id=999' })).code).toBe(404);
  });

  it('sell only their own, and the house is none of the others', async () => {
    const { data } = await request<GoodsPage>(goodsCall, { path: '/api/sjly/goods?id=3&size=50' });
    expect(isEach(data.list, ({ sjly }) => sjly.id === 3)).toBe(true);
    expect((await request(goodsCall, { path: '/api/sjly/goods?id=999' })).code).toBe(404);
    const others = await listOtherMerchants({ db });
    const rows = await db.select().from(merchant).where(inArray(merchant.shortName, others));
    expect(rows.map(({ id }) => id)).not.toContain(known.merchantHouse);
    expect(rows.map(({ id }) => id)).toContain(known.merchantColdChain);
  });
});

describe('/loading leads on', () => {
  it.each([
    ['to=/list&keywords=x', '/list?keywords=x'],
    [
      'to=/list/table&keywords=amxl&merchant_id=1&merchant_id=2',
      '/list/table?keywords=amxl&merchant_id=1&merchant_id=2',
    ],
    ['to=/search&keywords=', '/search'],
    ['keywords=x', '/list?keywords=x'],
    ['to=/list/other/1&keywords=x', '/list/other/1?keywords=x'],
    ['to=/list/other/3/%E5%B2%9A%E8%B0%B7', '/list/other/3/%E5%B2%9A%E8%B0%B7'],
    ['to=/list/other/x', '/list'],
    ['to=/list/other/..%2F..%2Fcart', '/list'],
    ['to=/list/other/1/../../../cart', '/list'],
    ['to=/list/other/1/%252e%252e', '/list'],
    ['to=//list/other/1', '/list'],
    ['to=/cart', '/list'],
    ['to=/list/info/1', '/list'],
    ['to=//evil.example/list', '/list'],
    ['to=https://evil.example/list', '/list'],
    ['to=/\\evil.example/list', '/list'],
    ['to=javascript:alert(1)', '/list'],
    ['to=/list?page=9%23x&page=2', '/list?page=2'],
    ['to=/list/../cart', '/list'],
  ])('%s → %s', (query, target) => {
    expect(forwardTarget(new URLSearchParams(query))).toBe(target);
  });
});

describe('eleven_index', () => {
  it.each([
    ['', '/hdzx'],
    ['https://eleven.example/jz', 'https://eleven.example/jz'],
    ['javascript:alert(1)', '/hdzx'],
    ['//eleven.example', '/hdzx'],
    ['https://', '/hdzx'],
    ['/activity/eleven/jz/fanchang', '/activity/eleven/jz/fanchang'],
    ['/\\eleven.example', '/hdzx'],
  ])('configured %j: %s', (configured, target) => {
    expect(elevenTarget(configured)).toBe(target);
  });

  it('leads to the address that the demo configures', async () => {
    expect(await getElevenAddress({ db })).toBe('/activity/eleven/jz/fanchang');
  });
});

describe('the zone of an activity', () => {
  it('is there while it runs, named without an amount', async () => {
    const zone = await findActivityZone({ db, now }, String(known.activities.fullReduction));
    expect(zone?.goods).toEqual({ activityId: known.activities.fullReduction });
    expect(zone?.title).toMatch(/满减专场$/);
    expect(zone?.title).not.toMatch(/\d/);
    for (const id of ['0', '99999', 'x']) expect(await findActivityZone({ db, now }, id)).toBeNull();
    await db.update(activity).set({ isOpen: false }).where(eq(activity.id, known.activities.fullReduction));
    expect(await findActivityZone({ db, now }, String(known.activities.fullReduction))).toBeNull();
  });
});
