/**
 * What a process keeps of accounts, goods and activities is never older than the tables: whoever changes them in plain
 * SQL, the next question has it; while nothing can be heard everything is read; what is offered is the same either way.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodsPlain, goodsPlainSecond, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { findAccountOf, sessions } from '#lib/server/cache/accounts.ts';
import { findActivities } from '#lib/server/cache/activities.ts';
import { followDatabase } from '#lib/server/cache/follow.ts';
import { findPublicRows, goodsRows } from '#lib/server/cache/goods.ts';
import { CachedRows } from '#lib/server/cache/row-cache.ts';
import { listActivities } from '#lib/server/catalogue/offer-rows.ts';
import { getPapers } from '#lib/server/companies/own-papers.ts';
import { subscribe } from '#lib/server/core/bus/bus.ts';
import { endpoint } from '#lib/server/core/calls/endpoint.ts';
import { accountReader } from '#lib/server/core/sessions/session.ts';
import { getDb } from '#lib/server/db/client.ts';
import { loadOffers } from '#lib/server/offers/load.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf } from '#tests/support/orders.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { until } from '#tests/support/server-process.ts';

const { db, pool } = await testDatabase();
let stop = async () => {};
beforeAll(async () => {
  stop = await followDatabase(db);
});
afterAll(() => stop());

const token = 'a token of a session for this test';
const buyer = await accountOf(db, users.demo);

/** Until whatever was announced up to now has been heard: announcements come in the order of their commits. */
async function listenToAll(): Promise<void> {
  const mark = `u${randomUUID()}`;
  const received = Promise.withResolvers<void>();
  const leave = await subscribe({
    on: { own_changed: (whose) => whose.includes(mark) && received.resolve() },
    onGap: () => {},
  });
  await pool.query('select pg_notify($1, $2)', ['own_changed', mark]);
  await received.promise;
  await leave();
}

async function openSession(): Promise<void> {
  await pool.query('delete from session where token = $1', [token]);
  await pool.query(
    `insert into session (id, token, user_id, expires_at, created_at, updated_at)
     values (gen_random_uuid()::text, $1, $2, now() + interval '1 day', now(), now())`,
    [token, buyer.userId],
  );
  await listenToAll();
}

const find = () => findAccountOf(db, token, new Date());
const findGoods = async () => (await findPublicRows(db, [goodsPlain])).get(goodsPlain);

describe('an account', () => {
  test('is looked up once', async () => {
    await openSession();
    const first = await find();
    expect(first?.account).toMatchObject({ userId: buyer.userId, companyId: buyer.companyId });
    expect(await find()).toBe(first);
  });

  const own = { company: buyer.companyId, user: buyer.userId };
  test.each([
    [
      'another role',
      `update member set role = 'viewer' where user_id = '${own.user}'`,
      `update member set role = 'owner' where user_id = '${own.user}'`,
    ],
    [
      'a limit',
      `update member set order_limit = 77 where user_id = '${own.user}'`,
      `update member set order_limit = null where user_id = '${own.user}'`,
    ],
    [
      'another rank',
      `update company set rank = rank + 1 where id = ${own.company}`,
      `update company set rank = rank - 1 where id = ${own.company}`,
    ],
    [
      'a state',
      `update company set status = 'changing' where id = ${own.company}`,
      `update company set status = 'approved' where id = ${own.company}`,
    ],
    [
      'a paper that ran out',
      `update paper set valid_to = '2020-01-01', valid_from = '2019-01-01' where company_id = ${own.company}`,
      `update paper set valid_to = '2030-01-01' where company_id = ${own.company}`,
    ],
    [
      'a scope less',
      `delete from company_scope where company_id = ${own.company} and scope = (select min(scope) from company_scope where company_id = ${own.company})`,
      `insert into company_scope select ${own.company}, scope from (select distinct scope from company_scope) s on conflict do nothing`,
    ],
    [
      'another name',
      `update "user" set name = name || '一' where id = '${own.user}'`,
      `update "user" set name = replace(name, '一', '') where id = '${own.user}'`,
    ],
    [
      'another manager’s number',
      `update account_manager set phone = phone || '1'`,
      `update account_manager set phone = left(phone, -1)`,
    ],
  ])('with %s is read again', async (_, change, back) => {
    await openSession();
    const before = await find();
    expect(await find()).toBe(before);
    await pool.query(change);
    await until('it is heard', async () => (await find()) !== before);
    expect((await find())?.account).not.toEqual(before?.account);
    await pool.query(back);
  });

  test.each([
    ['taken away', `delete from session where token = '${token}'`],
    ['over', `update session set expires_at = now() where token = '${token}'`],
    ['of somebody disabled', `update member set disabled_at = now() where user_id = '${own.user}'`],
    ['of a frozen company', `update company set status = 'frozen' where id = ${own.company}`],
  ])('has no session that is %s', async (_, change) => {
    await pool.query(`update member set disabled_at = null where user_id = '${own.user}'`);
    await openSession();
    await until('it is known', async () => (await find()) !== null);
    await pool.query(change);
    await until('it is over', async () => (await find()) === null);
  });

  test('whose time is over is none, though nothing announced it', async () => {
    await pool.query(`update company set status = 'approved' where id = ${own.company}`);
    await pool.query(`update member set disabled_at = null where user_id = '${own.user}'`);
    await openSession();
    await until('it is known', async () => (await find()) !== null);
    expect(await findAccountOf(db, token, new Date(Date.now() + 2 * 86_400_000))).toBeNull();
  });
});

describe('a write', () => {
  const read = (method: string) =>
    findAccountOf(db, token, new Date(), method !== 'GET').then((found) => found?.account ?? null);

  test.each([
    ['a role', `update member set role = 'viewer' where user_id = '${buyer.userId}'`, { role: 'viewer' }],
    ['a limit', `update member set order_limit = 5 where user_id = '${buyer.userId}'`, { orderLimit: 5 }],
    ['a person', `update member set disabled_at = now() where user_id = '${buyer.userId}'`, null],
  ])('knows %s as it is, also before this process has heard of it', async (_, change, wanted) => {
    await pool.query('update member set disabled_at = null where user_id = $1', [buyer.userId]);
    await openSession();
    await read('GET');
    await pool.query(change);
    const found = await read('POST');
    if (wanted === null) expect(found).toBeNull();
    else expect(found).toMatchObject(wanted);
    await pool.query(`update member set role = 'owner', order_limit = null, disabled_at = null
      where user_id = '${buyer.userId}'`);
  });

  test('is read back by who wrote it', async () => {
    await openSession();
    await read('GET');
    await read('POST');
    await pool.query(`update "user" set name = name || '二' where id = '${buyer.userId}'`);
    expect((await read('GET'))?.name).toMatch(/二$/);
  });
});

test('what somebody else kept while a write ran is not what its person reads next', async () => {
  const cookie = await loginAs('demo');
  const reading = () => accountReader({ headers: new Headers({ cookie }), method: 'GET' })();
  const role = async () => (await reading())?.role;
  const setRole = (to: string) =>
    pool.query(`update member set role = '${to}' where user_id = '${buyer.userId}'`);
  await stop();
  // Kept, and nothing is ever announced: as if the announcement came behind the next request.
  sessions.listenTo(getDb());
  const route = endpoint(api.handIn, async (context) => {
    // A stream of news looks who is there.
    expect(await role()).toBe('owner');
    await setRole('viewer');
    expect(await role()).toBe('owner');
    return getPapers(context);
  });
  expect((await request(route, { body: {}, cookie })).code).toBe(200);
  expect(await role()).toBe('viewer');
  await setRole('owner');
  sessions.listenTo(null);
  stop = await followDatabase(db);
});

describe('a goods', () => {
  test.each([
    ['price', `update goods set price = price + 1 where id = ${goodsPlain}`],
    ['stock', `update goods set stock = stock - 1 where id = ${goodsPlain}`],
    ['last piece', `update goods set stock = 0 where id = ${goodsPlain}`],
    [
      'product’s name',
      `update product set name = name || '一' where id = (select product_id from goods where id = ${goodsPlain})`,
    ],
    ['merchant’s minimum', `update merchant set min_order_amount = min_order_amount + 1`],
    ['merchant’s papers', `update merchant_paper set valid_to = '2030-12-31'`],
  ])('whose %s changed is read again', async (_, change) => {
    const before = await findGoods();
    expect(await findGoods()).toEqual(before);
    await pool.query(change);
    await until('it is heard', async () => JSON.stringify(await findGoods()) !== JSON.stringify(before));
    const { rows } = await pool.query('select stock, price from goods where id = $1', [goodsPlain]);
    expect((await findGoods())?.goods).toMatchObject(rows[0]);
  });

  test('has the last number of a transaction, though it was another one in between', async () => {
    const stock = 5_555;
    await pool.query('update goods set stock = $1 where id = $2', [stock, goodsPlain]);
    await until('it is in stock', async () => (await findGoods())?.goods.stock === stock);
    await db.transaction(async (tx) => {
      for (const change of [-1, 1, -1])
        await tx.execute(`update goods set stock = stock + ${change} where id = ${goodsPlain}`);
    });
    await until('it is heard', async () => (await findGoods())?.goods.stock === stock - 1);
  });

  test('shares its merchant with the others that are kept, also when that has changed', async () => {
    const { rows: own } = await pool.query<{ id: number; merchantId: number }>(
      `select id, merchant_id as "merchantId" from goods
       where merchant_id = (select merchant_id from goods where id = $1) order by id limit 2`,
      [goodsPlain],
    );
    const merchants = async () =>
      [
        ...(
          await findPublicRows(
            db,
            own.map(({ id }) => id),
          )
        ).values(),
      ].map(({ merchant }) => merchant);
    const [before, same] = await merchants();
    expect(same).toBe(before);
    await pool.query('update merchant set min_order_amount = min_order_amount + 1 where id = $1', [
      own[0]?.merchantId,
    ]);
    await until('it is heard', async () => (await merchants())[0] !== before);
    const [after, also] = await merchants();
    expect(also).toBe(after);
    expect(after).toEqual({ ...before, minOrderAmount: (before?.minOrderAmount ?? 0) + 1 });
    goodsRows.listenTo(null);
    const [read, another] = await merchants();
    expect(another).not.toBe(read);
    goodsRows.listenTo(db);
  });

  test('takes the stock over without being read', async () => {
    await findGoods();
    const size = goodsRows.size;
    await pool.query(`update goods set stock = 4242, sales = sales + 1 where id = ${goodsPlain}`);
    await until('the stock is heard', async () => (await findGoods())?.goods.stock === 4242);
    expect(goodsRows.size).toBe(size);
  });
});

describe('activities', () => {
  const soon = new Date(Date.now() + 86_400_000);
  const both = async (ids: readonly number[], named: readonly number[] = []) => {
    const now = new Date();
    return [await findActivities(db, ids, named, now, soon), await listActivities(db, ids, named, now, soon)];
  };
  const idsOf = async (): Promise<number[]> =>
    (await pool.query('select distinct goods_id as id from activity_goods order by 1')).rows.map(
      (row) => row.id,
    );

  test('are those that the tables give, for each goods alone and for all', async () => {
    const ids = await idsOf();
    for (const id of [goodsPlain, goodsPlainSecond, ...ids.slice(0, 60)]) {
      const [kept, read] = await both([id]);
      expect(kept).toEqual(read);
    }
    const [kept, read] = await both(ids);
    expect(kept).toEqual(read);
    expect(kept?.length).toBeGreaterThan(5);
  });

  test('are asked for one by one until the book of all is there', async () => {
    const ids = await idsOf();
    await pool.query('update activity set remarks = remarks || $1', ['。']);
    await pool.query('update activity_goods set sold = sold + 1 where stock is null or sold + 1 <= stock');
    await until('both are the same', async () => {
      const [kept, read] = await both(ids);
      return JSON.stringify(kept) === JSON.stringify(read);
    });
    const [kept, read] = await both(ids);
    expect(kept).toEqual(read);
  });

  test('that a line names come though they are over', async () => {
    const { rows } = await pool.query(`update activity set ends_at = now() where id = (
      select min(id) from activity where is_open and starts_at < now() and kind = 'combination') returning id`);
    const named = [rows[0].id];
    await until('the end is heard', async () => {
      const [kept, read] = await both([], named);
      return kept?.[0]?.activity.endsAt.getTime() === read?.[0]?.activity.endsAt.getTime();
    });
    const [kept, read] = await both([], named);
    expect(kept).toEqual(read);
  });

  test('follow what is sold, closed and put in', async () => {
    const ids = await idsOf();
    for (const change of [
      'update activity_goods set sold = sold + 1 where stock is null or sold + 1 <= stock',
      `update activity set is_open = false where id = (select max(id) from activity where kind = 'full_reduction')`,
      `update activity_goods set sort = 9 - sort where role = 'subject'`,
    ]) {
      await pool.query(change);
      await until('they are the same', async () => {
        const [kept, read] = await both(ids);
        return JSON.stringify(kept) === JSON.stringify(read);
      });
    }
  });
});

test('what is offered is the same as by the rows', async () => {
  const { rows } = await pool.query(
    'select id from goods where id % 7 = 0 or id in (select goods_id from activity_goods) limit 400',
  );
  const goodsIds = rows.map((row) => row.id as number);
  const now = new Date();
  for (const account of [buyer, await accountOf(db, users.pending), null]) {
    const kept = await loadOffers(db, account, { goodsIds, withAddOns: true }, now);
    const again = await loadOffers(db, account, { goodsIds, withAddOns: true }, now);
    const fresh = await loadOffers(db, account, { goodsIds, withAddOns: true, source: 'database' }, now);
    for (const one of [kept, again]) {
      const inOrder = [...one.offers.goods].sort((a, b) => a.id - b.id);
      expect(inOrder).toEqual([...fresh.offers.goods].sort((a, b) => a.id - b.id));
      expect(one.offers.activities).toEqual(fresh.offers.activities);
      expect(one.offers.coupons).toEqual(fresh.offers.coupons);
      expect(one.offers.combinations).toEqual(fresh.offers.combinations);
      expect(new Map([...one.states].sort())).toEqual(new Map([...fresh.states].sort()));
    }
  }
});

test('while the connection that listens is away everything is read, and what was kept is forgotten', async () => {
  await openSession();
  await until('it is known', async () => (await find()) !== null);
  await findGoods();
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'yaopi bus'`);
  await until('the loss is noticed', () => goodsRows.size === 0 && sessions.size === 0);
  await pool.query(`update goods set stock = 4321 where id = ${goodsPlain}`);
  expect((await findGoods())?.goods.stock).toBe(4321);
  await until('it is heard again', async () => {
    await findGoods();
    return goodsRows.size > 0;
  });
  await pool.query(`update goods set stock = 1234 where id = ${goodsPlain}`);
  await until('the stock is heard', async () => (await findGoods())?.goods.stock === 1234);
});

describe('rows', () => {
  const read = (value: string) => async (keys: readonly number[]) =>
    keys.map((key) => [key, { value }] as const);

  test.each([
    ['dropped', (rows: CachedRows<number, { value: string }>) => rows.drop([1])],
    ['dropped with all', (rows: CachedRows<number, { value: string }>) => rows.dropAll()],
    ['dropped by a test', (rows: CachedRows<number, { value: string }>) => rows.dropWhere(() => false)],
    ['changed', (rows: CachedRows<number, { value: string }>) => rows.change(1, (row) => row)],
    ['not heard of for a moment', (rows: CachedRows<number, { value: string }>) => rows.listenTo(db)],
  ])('that are %s while they are read are not kept', async (_, change) => {
    const rows = new CachedRows<number, { value: string }>(10);
    rows.listenTo(db);
    const begun = Promise.withResolvers<void>();
    const reading = rows.get(db, [1], async (keys) => {
      await begun.promise;
      return read('old')(keys);
    });
    change(rows);
    begun.resolve();
    expect((await reading).get(1)).toEqual({ value: 'old' });
    expect((await rows.get(db, [1], read('new'))).get(1)).toEqual({ value: 'new' });
    expect((await rows.get(db, [1], read('newer'))).get(1)).toEqual({ value: 'new' });
  });

  test('of a transaction, or of a database that is not heard, are read each time', async () => {
    const rows = new CachedRows<number, { value: string }>(10);
    expect((await rows.get(db, [1], read('a'))).get(1)).toEqual({ value: 'a' });
    expect((await rows.get(db, [1], read('b'))).get(1)).toEqual({ value: 'b' });
    rows.listenTo(db);
    await rows.get(db, [1], read('c'));
    await db.transaction(async (tx) => {
      expect((await rows.get(tx, [1], read('d'))).get(1)).toEqual({ value: 'd' });
    });
    expect((await rows.get(db, [1], read('e'))).get(1)).toEqual({ value: 'c' });
  });

  test('that no one asks for give way', async () => {
    const rows = new CachedRows<number, { value: string }>(2);
    rows.listenTo(db);
    await rows.get(db, [1, 2, 3], read('a'));
    expect(rows.size).toBe(2);
  });
});
