/** Ctrl+K at the desks: what each role finds by a number or a name, and that nobody finds what is another's. */
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import type { DeskFound } from '#lib/contract/desk/find.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type Person, person } from '#tests/support/desk-people.ts';
import { makeBuyers, makeGoods, order, pay, payFreely } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';

const find = routeOf(api.deskFind);
const { db, pool } = await testDatabase();
await payFreely(db);
const goodsId = await makeGoods(db, goodsPlain, 100_000);
const {
  rows: [item],
} = await pool.query(
  'select g.merchant_id, p.name, p.sku from goods g join product p on p.id = g.product_id where g.id = $1',
  [goodsId],
);
const merchantId: number = item.merchant_id;

let admin: Person;
let marketing: Person;
let goodsRole: Person;
let clerk: Person;
let goodsClerk: Person;
let finance: Person;
let other: Person;
/** Numbers of one order that was shipped. */
let known: { no: string; trade: string; pay: string; serial: string; parcel: string; phone: string };
let company: { id: number; name: string; phone: string };

beforeAll(async () => {
  admin = await person(db, 'find.admin', 'admin');
  marketing = await person(db, 'find.marketing', 'marketing');
  goodsRole = await person(db, 'find.goods', 'goods');
  clerk = await person(db, 'find.clerk', 'orders', merchantId);
  goodsClerk = await person(db, 'find.goods.clerk', 'goods', merchantId);
  finance = await person(db, 'find.finance', 'finance', merchantId);
  other = await person(db, 'find.other', 'admin', merchantId + 1);
  const [buyer] = await makeBuyers(db, 1, 100_000_000);
  const made = await order(db, buyer!, [{ goodsId, number: 10 }]);
  await pay(db, buyer!, made.trade_no);
  const no = made.orders[0]!.no;
  const { data } = await request<DeskOrder>(routeOf(api.deskOrder), { params: { no }, cookie: clerk.cookie });
  await request(routeOf(api.shipParcel), {
    method: 'POST',
    params: { no },
    cookie: clerk.cookie,
    body: {
      carrier: '顺丰速运',
      tracking_no: `SF${no.slice(-10)}`,
      lines: [{ line_id: data.lines[0]!.id, pieces: 10 }],
    },
  });
  const paying = await pool.query(
    `update payment p set provider_no = '42000' || substr(p.no, 2) from payment_trade pt
      where pt.pay_no = p.no and pt.trade_no = $1 returning p.no, p.provider_no`,
    [made.trade_no],
  );
  const { no: payNo, provider_no: serial } = paying.rows[0];
  known = {
    no,
    trade: made.trade_no,
    pay: payNo,
    serial,
    parcel: `SF${no.slice(-10)}`,
    phone: data.phone,
  };
  const { rows } = await pool.query(
    `select c.id, c.name, u.phone_number from company c join member m on m.company_id = c.id
      join "user" u on u.id = m.user_id where u.phone_number ~ '^1[3-9]\\d{9}$' limit 1`,
  );
  company = { id: rows[0].id, name: rows[0].name, phone: rows[0].phone_number };
});

const ask = (who: { cookie: string }, q: string) =>
  request<DeskFound>(find, {
    cookie: who.cookie,
    path: `/api/desk/find?${new URLSearchParams({ q })}`,
  });
/** `订单 /desk/orders/D…`. */
async function places(who: Person, q: string): Promise<string[]> {
  const { code, data } = await ask(who, q);
  expect(code).toBe(200);
  return data.groups.flatMap(({ title, places: found }) => found.map(({ href }) => `${title} ${href}`));
}

describe('numbers', () => {
  it('lead to the order, its trade, payment and parcel', async () => {
    const { no, trade, pay: payNo, serial, parcel, phone } = known;
    const page = `订单 /desk/orders/${no}`;
    const payment = `支付 /desk/payments?q=${payNo}`;
    expect(await places(admin, no)).toEqual([page, payment]);
    expect(await places(admin, no.slice(0, -2).toLowerCase())).toContain(page);
    expect(await places(admin, trade)).toEqual([page, `交易 /desk/orders/${no}`, payment]);
    expect(await places(admin, payNo)).toEqual([page, payment]);
    expect(await places(admin, serial)).toEqual([page, payment]);
    expect(await places(admin, parcel.toLowerCase())).toEqual([page, `运单 /desk/orders/${no}`]);
    expect(await places(admin, phone)).toContain(page);
  });

  it('lead to an order of the points mall, also by its parcel, for who works on them', async () => {
    const no = 'J2611300000000100001';
    const parcel = 'JD0099887766';
    await pool.query(`
      with g as (insert into points_goods (kind, name, points, stock, on_from)
        values ('thing', '保温杯', 100, 1, now()) returning id),
      o as (insert into points_order (no, company_id, user_id, goods_id, kind, name, quantity, points, money, status)
        select '${no}', m.company_id, m.user_id, g.id, 'thing', '保温杯', 1, 100, 0, 'to_ship'
        from g, (select * from member where company_id = ${company.id} limit 1) m returning no)
      insert into points_parcel (order_no, carrier, tracking_no, moved_at) select no, '京东物流', '${parcel}', now() from o`);
    const place = [`积分订单 /desk/points-orders?no=${no}`];
    for (const q of [no, no.toLowerCase(), parcel, parcel.toLowerCase()])
      expect(await places(marketing, q), q).toEqual(place);
    expect(await places(goodsRole, no)).toEqual([]);
    expect(await places(clerk, parcel)).toEqual([]);
  });

  it('are a merchant’s own, without the platform’s payments', async () => {
    const { no, trade, pay: payNo, serial, parcel, phone } = known;
    for (const q of [no, no.slice(0, -2), trade, payNo, serial, parcel, phone]) {
      expect(await places(clerk, q), q).toContain(`订单 /desk/orders/${no}`);
      expect((await places(clerk, q)).filter((place) => /^(支付|企业)/.test(place))).toEqual([]);
      expect(await places(finance, q), q).toContain(`订单 /desk/orders/${no}`);
      expect((await places(other, q)).filter((place) => place.includes(no))).toEqual([]);
      // Its goods lead nowhere else.
      expect(await places(goodsClerk, q), q).toEqual([]);
      expect(await places(marketing, q), q).toEqual([]);
    }
  });
});

describe('names', () => {
  it('lead to companies for the platform alone, by telephone for those who see telephones', async () => {
    const page = `企业 /desk/companies/${company.id}`;
    for (const q of [company.name, company.name.slice(0, 2), String(company.id)])
      expect(
        (await places(admin, q)).some((place) => place.startsWith('企业 ')),
        q,
      ).toBe(true);
    expect(await places(admin, company.name)).toContain(page);
    for (const place of await places(marketing, company.name)) expect(place).toMatch(/^企业 /);
    expect(await places(admin, company.phone)).toContain(page);
    expect(await places(marketing, company.phone)).toEqual([]);
    expect(await places(clerk, company.name)).toEqual([]);
    expect(await places(admin, '%%')).toEqual([]);
  });

  it('lead to items by name, pinyin, SKU and number, a merchant’s people to their own', async () => {
    const lots = `商品 /desk/lots?${new URLSearchParams({ goods: item.name, state: 'all' })}`;
    for (const q of [item.name, 'buluofenhuanshi', item.sku, String(goodsId)]) {
      expect(await places(admin, q), q).toContain(lots);
      expect(await places(goodsClerk, q), q).toContain(`商品 /desk/goods?keyword=${goodsId}`);
      expect(await places(finance, q), q).toEqual([]);
      expect(await places(goodsRole, q).then((all) => all.filter((one) => one.startsWith('商品')))).toEqual(
        [],
      );
    }
    const all = await ask(other, item.name);
    for (const { note } of all.data.groups.flatMap(({ places: found }) => found))
      expect(note).not.toContain(`编号${goodsId}`);
    const { data } = await ask(goodsClerk, item.sku);
    expect(data.groups[0]?.places.map(({ note }) => note).join()).toContain(`编号${goodsId}`);
    expect(await places(other, String(goodsId))).toEqual([]);
  });
});

it('is closed to who is not at a desk, and an empty text finds nothing', async () => {
  expect((await ask({ cookie: '' }, known.no)).code).toBe(404);
  expect((await ask({ cookie: await loginAs('demo') }, known.no)).code).toBe(404);
  expect(await places(admin, '')).toEqual([]);
  expect((await ask(admin, '长'.repeat(101))).code).toBe(422);
});
