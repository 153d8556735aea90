/**
 * What a process keeps of a buyer's own facts is never older than the tables, never another buyer's, and never what a
 * write decides by: whoever changes them in plain SQL, the next look has it; who wrote has it without having heard.
 */

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { goodsControlled, goodsPlain, goodsPlainSecond, users } from '#demo/seed/known.ts';
import { api } from '#lib/contract/api.ts';
import { whileWriting } from '#lib/server/cache/buyer-entries.ts';
import { followDatabase } from '#lib/server/cache/follow.ts';
import { findCachedFacts, findCachedTerms } from '#lib/server/cache/own-facts.ts';
import { findOwnFacts } from '#lib/server/cache/own-facts-rows.ts';
import { addLines } from '#lib/server/cart/add.ts';
import { raiseLine } from '#lib/server/cart/raise-line-rows.ts';
import { loadOffers } from '#lib/server/offers/load.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accountOf } from '#tests/support/orders.ts';
import { queriesOf } from '#tests/support/queries.ts';
import { loginAs, request } from '#tests/support/request.ts';
import { routeOf } from '#tests/support/routes.ts';
import { until } from '#tests/support/server-process.ts';

const keepFavorite = routeOf(api.saveFavorites);
const offers = routeOf(api.offers);

const { db, pool, url } = await testDatabase();
const demo = await accountOf(db, users.demo);
const other = await accountOf(db, users.other);
let stop = async () => {};
beforeAll(async () => {
  stop = await followDatabase(db);
});
afterAll(() => stop());

const goodsIds = [goodsPlain, goodsPlainSecond, goodsControlled];
const scopes = ['limit:1', 'limit:2'];
const kept = (caller = demo, source: Parameters<typeof findCachedFacts>[0] = db) =>
  findCachedFacts(source, caller, goodsIds, scopes, new Date());
const asRows = (caller = demo) => findOwnFacts(db, caller, goodsIds, scopes, new Date());

/** Until all that was announced has been heard, so that nothing is dropped any more. */
async function settled(caller = demo): Promise<void> {
  await until('it is at rest', async () => {
    await kept(caller);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return (await queriesOf(() => kept(caller))) === 0;
  });
}

/** A change of agreements that nobody is told of. */
async function inSilence(statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('alter table customer_price disable trigger user');
    await client.query(statement);
    await client.query('alter table customer_price enable trigger user');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const [company, person] = [demo.companyId, `'${demo.userId}'`];
const price = (fen: number) =>
  `insert into customer_price (company_id, goods_id, price) values (${company}, ${goodsPlain}, ${fen})
   on conflict (company_id, goods_id) do update set price = excluded.price`;

test('it is what the rows say, and asked for once', async () => {
  await settled();
  expect(await kept()).toEqual(await asRows());
  expect(await queriesOf(() => kept())).toBe(0);
  const more = [...goodsIds, 1, 2, 3];
  const ask = () => findCachedFacts(db, demo, more, [...scopes, 'limit:3'], null);
  expect(await queriesOf(ask)).toBe(1);
  expect(await queriesOf(ask)).toBe(0);
  expect(await ask()).toEqual(await findOwnFacts(db, demo, more, [...scopes, 'limit:3'], null));
});

test.each([
  ['an agreement', price(77)],
  ['another agreement', price(78)],
  ['an end of it', `delete from customer_price where company_id = ${company}`],
  [
    'a grant',
    `insert into controlled_grant (company_id, goods_id, status) values (${company}, ${goodsPlain}, 'granted')`,
  ],
  ['a refusal', `update controlled_grant set status = 'refused' where goods_id = ${goodsPlain}`],
  [
    'a favourite',
    `insert into favorite (user_id, goods_id) values (${person}, ${goodsPlain}) on conflict do nothing`,
  ],
  ['no favourite', `delete from favorite where user_id = ${person}`],
  [
    'a wish to be told',
    `insert into goods_alert (user_id, company_id, goods_id, kind) values (${person}, ${company}, ${goodsPlain}, 'stock')`,
  ],
  ['having been told', `update goods_alert set told_at = now() where user_id = ${person}`],
  [
    'a cart',
    `insert into cart_line (user_id, company_id, kind, goods_id, number, price_when_added)
     values (${person}, ${company}, 'normal', ${goodsPlainSecond}, 3, 100) on conflict on constraint cart_line_once do update set number = 4321`,
  ],
  ['another cart', `update cart_line set number = number + 1 where user_id = ${person}`],
  ['no cart', `delete from cart_line where user_id = ${person}`],
  [
    'a limit used',
    `insert into quota_use (company_id, scope, used) values (${company}, 'limit:1', 5)
     on conflict (company_id, scope) do update set used = 5`,
  ],
  ['more of a limit used', `update quota_use set used = 6 where scope = 'limit:1'`],
  [
    'a coupon',
    `insert into company_coupon (coupon_id, company_id, valid_from, valid_to)
     select min(id), ${company}, now(), now() + interval '1 day' from coupon`,
  ],
  ['no coupon', `update company_coupon set status = 'used' where company_id = ${company}`],
  ['other terms of coupons', `update coupon set value = value + 1 where kind = 'coupon'`],
  [
    'a purchase',
    `insert into last_bought (company_id, goods_id, price, number, bought_at)
     values (${company}, ${goodsPlain}, 1, 1, now()) on conflict (company_id, goods_id) do update set price = 424242`,
  ],
  ['another address', `update address set detail = detail || '一' where company_id = ${company}`],
  ['no address', `update address set is_default = false where company_id = ${company}`],
])('%s is heard', async (_, change) => {
  await settled();
  const before = await kept();
  await pool.query(change);
  await until(
    'it is there',
    async () =>
      JSON.stringify([...Object.values(await kept())].map(plain)) !==
        JSON.stringify([...Object.values(before)].map(plain)) || hasNot(before, await asRows()),
  );
  expect(await kept()).toEqual(await asRows());
});

const plain = (value: unknown) => (value instanceof Map || value instanceof Set ? [...value] : value);
/** Where the rows say the same after a change, the demo had nothing that it could change: a test that tries nothing. */
function hasNot(before: unknown, after: unknown): boolean {
  expect(after).not.toEqual(before);
  return false;
}

test('a store’s cart is heard of too', async () => {
  await settled();
  await pool.query(`insert into store_cart_line (id, user_id, company_id, kind, goods_id, number, price_when_added)
    values (990001, ${person}, ${company}, 'normal', ${goodsPlain}, 7, 100)`);
  await until('it is there', async () => (await kept()).inCart.get(goodsPlain) === 7);
  await pool.query(`delete from cart_line where id = 990001`);
  await until('it is gone', async () => (await kept()).inCart.get(goodsPlain) === undefined);
});

describe('others', () => {
  test('have what is theirs', async () => {
    await pool.query(price(91));
    await until('it is there', async () => (await kept()).prices.get(goodsPlain) === 91);
    expect((await kept(other)).prices.get(goodsPlain)).toBeUndefined();
    expect(await kept(other)).toEqual(await asRows(other));
  });

  test('are not read again for it', async () => {
    await settled(other);
    await pool.query(price(92));
    await until('it is there', async () => (await kept()).prices.get(goodsPlain) === 92);
    expect(await queriesOf(() => kept(other))).toBe(0);
  });

  test('who act for another company have another cart', async () => {
    await settled();
    const elsewhere = { ...demo, companyId: other.companyId };
    expect(await kept(elsewhere)).toEqual(await asRows(elsewhere));
    expect(await kept()).toEqual(await asRows());
  });
});

describe('who writes', () => {
  test('reads the rows meanwhile, and has them afterwards', async () => {
    await pool.query(price(100));
    await until('it is there', async () => (await kept()).prices.get(goodsPlain) === 100);
    await settled();
    const within = await whileWriting(demo, async () => {
      await inSilence(price(101));
      return (await kept()).prices.get(goodsPlain);
    });
    expect(within).toBe(101);
    expect((await kept()).prices.get(goodsPlain)).toBe(101);
  });

  test('has them though it failed', async () => {
    await settled();
    const failed = whileWriting(demo, async () => {
      await inSilence(price(102));
      throw new Error('after it was written');
    });
    await expect(failed).rejects.toThrow('after it was written');
    expect((await kept()).prices.get(goodsPlain)).toBe(102);
  });

  test('finds a favourite in the next call', async () => {
    const cookie = await loginAs('demo');
    const path = `/api/goods/offers?ids=${goodsPlain}`;
    const isFavorite = async () =>
      (await request<{ is_favorite: number }[]>(offers, { path, cookie })).data[0]?.is_favorite;
    for (const _ of [1, 2, 3, 4, 5]) {
      await pool.query('delete from favorite');
      await settled();
      expect(await isFavorite()).toBe(0);
      await request(keepFavorite, { body: `goods_ids[]=${goodsPlain}`, cookie });
      expect(await isFavorite()).toBe(1);
    }
  });
});

test('what changes while it is read is not kept', async () => {
  await settled();
  await whileWriting(demo, async () => {});
  const reading = kept();
  // Its query is under way, for an answer takes longer than this write: what it finds is for a shelf that is gone.
  await whileWriting(demo, async () => {});
  await reading;
  await inSilence(price(555));
  expect((await kept()).prices.get(goodsPlain)).toBe(555);
});

test('a transaction reads what it alone sees', async () => {
  await settled();
  await db.transaction(async (tx) => {
    await tx.execute(`update customer_price set price = 31 where company_id = ${company}`);
    expect((await kept(demo, tx)).prices.get(goodsPlain)).toBe(31);
    expect((await kept()).prices.get(goodsPlain)).not.toBe(31);
  });
});

test('what is over in time is no longer open, though nothing announced it', async () => {
  await pool.query(`insert into coupon (name, value, total, claim_from, claim_to, valid_from, valid_to)
    values ('一日券', 100, 20, now() + interval '1 hour', now() + interval '2 hours', now(), now() + interval '1 day')`);
  await settled();
  const at = async (hours: number) => {
    const now = new Date(Date.now() + hours * 3_600_000);
    const wanted = { goodsIds, withNet: true, source: 'display' as const };
    const { claimable } = await loadOffers(db, demo, wanted, now);
    return claimable.some(({ name }) => name === '一日券');
  };
  // A call that was on its way longer asks for an earlier moment than the one before it.
  expect([await at(0), await at(1.5), await at(2.5), await at(1.5)]).toEqual([false, true, false, true]);
});

test('while the connection that listens is away it is read', async () => {
  await settled();
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'yaopi bus'`);
  await until(
    'the loss is noticed',
    async () => (await queriesOf(() => kept())) > 0 && (await queriesOf(() => kept())) > 0,
  );
  await inSilence(price(7));
  expect((await kept()).prices.get(goodsPlain)).toBe(7);
  await until('it is heard again', async () => (await queriesOf(() => kept())) === 0);
  await pool.query(price(8));
  await until('it is there', async () => (await kept()).prices.get(goodsPlain) === 8);
});

describe('what goes into a cart', () => {
  const terms = (ids = goodsIds) => findCachedTerms(db, demo, ids, scopes);
  /** Until nothing is dropped any more. */
  const quiet = () =>
    until('it is at rest', async () => {
      await terms();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return (await queriesOf(terms)) === 0;
    });

  test('goes by what the company has, asked for once for all goods', async () => {
    await pool.query(price(2468));
    await pool.query(`insert into quota_use (company_id, scope, used) values (${company}, 'limit:1', 5)
      on conflict (company_id, scope) do update set used = 5`);
    await quiet();
    const [own, rows] = [await terms(), await asRows()];
    expect(own.prices.get(goodsPlain)).toBe(2468);
    expect(own.used.get('limit:1')).toBe(5);
    for (const id of goodsIds) {
      expect(own.prices.get(id)).toBe(rows.prices.get(id));
      expect(own.grants.get(id)).toEqual(rows.grants.get(id));
    }
    for (const scope of scopes) expect(own.used.get(scope)).toBe(rows.used.get(scope));
    expect(await queriesOf(() => terms([1, 2, 3]))).toBe(0);
  });

  test('hears of a change', async () => {
    await quiet();
    await pool.query(price(2469));
    await until('it is there', async () => (await terms()).prices.get(goodsPlain) === 2469);
  });

  test('is never another company’s', async () => {
    await pool.query(price(2470));
    await until('it is there', async () => (await terms()).prices.get(goodsPlain) === 2470);
    expect((await findCachedTerms(db, other, goodsIds, scopes)).prices.get(goodsPlain)).toBeUndefined();
  });

  test('goes by the rows while the company writes, and afterwards', async () => {
    await quiet();
    await whileWriting(demo, async () => {
      await inSilence(price(2471));
      expect((await terms()).prices.get(goodsPlain)).toBe(2471);
    });
    expect((await terms()).prices.get(goodsPlain)).toBe(2471);
  });

  test('that changes while it is read is read again', async () => {
    await whileWriting(demo, async () => {});
    const reading = terms();
    await whileWriting(demo, async () => {});
    await reading;
    await inSilence(price(2472));
    expect((await terms()).prices.get(goodsPlain)).toBe(2472);
  });

  test('goes by the rows of its goods where the company has very many', async () => {
    const { companyId } = other;
    const many = `insert into customer_price (company_id, goods_id, price)
      select ${companyId}, id, 4321 from goods order by id limit 501 on conflict do nothing`;
    await pool.query(many);
    const { rows } = await pool.query<{ id: number; n: number }>(
      `select max(goods_id) as id, count(*)::int as n from customer_price where company_id = ${companyId}`,
    );
    const [{ id, n }] = rows as [{ id: number; n: number }];
    expect(n).toBeGreaterThan(500);
    await until('it is heard', async () => {
      const { prices } = await findCachedTerms(db, other, [id], []);
      return prices.get(id) === 4321 && prices.size === 1;
    });
    await pool.query(`delete from customer_price where company_id = ${companyId}`);
  });

  test('takes one round trip, and two where the cart holds some of it', async () => {
    const add = (goods_id: number) => addLines(db, demo, [{ goods_id, type: 0, number: 10 }], new Date());
    const held = () => asRows().then(({ inCart }) => [inCart.get(goodsPlain), inCart.get(goodsPlainSecond)]);
    // What everybody has of the goods is at hand from now on.
    await Promise.all([add(goodsPlain), add(goodsPlainSecond)]);
    await pool.query(`delete from cart_line where user_id = ${person}`);
    await until('an empty cart is heard of', async () => (await kept()).inCart.size === 0);
    // One connection hears everything in the order of its commits: what is heard of last comes last.
    await pool.query(price(2473));
    await until('all before it is heard of', async () => (await terms()).prices.get(goodsPlain) === 2473);
    await settled();
    await quiet();
    expect(await held()).toEqual([undefined, undefined]);
    expect(await queriesOf(() => add(goodsPlain))).toBe(1);
    expect(await queriesOf(() => add(goodsPlain))).toBe(2);
    expect(await queriesOf(() => add(goodsPlainSecond))).toBe(1);
    const [first = 0, second = 0] = await held();
    expect(second).toBeGreaterThan(0);
    expect(first).toBe(2 * second);
  });
});

describe('a line that goes into a cart in one round trip', () => {
  const number = () => asRows().then(({ inCart }) => inCart.get(goodsPlainSecond) ?? 0);
  /** Writes one more piece, as a process does that is killed before it has told anybody. */
  async function raiseInSilence(): Promise<number> {
    const seen = await number();
    const line = { goodsId: goodsPlainSecond, seen, number: seen + 1, priceWhenAdded: 100 };
    expect(await raiseLine(db, demo, line, 500, new Date())).toMatchObject({ total: expect.any(Number) });
    return seen + 1;
  }

  test('does not wait for the disk; what comes after it on its connection does', async () => {
    await pool.query(`
      create table waiting (setting text);
      create function note_waiting() returns trigger language plpgsql as $$ begin
        insert into waiting values (current_setting('synchronous_commit')); return null; end $$;
      create trigger waiting after insert or update on cart_line execute function note_waiting()`);
    // Databases of tests wait for no disk.
    await pool.query('set synchronous_commit = on');
    const settings = async () => {
      const { rows } = await pool.query<{ setting: string }>('delete from waiting returning setting');
      return [...new Set(rows.map(({ setting }) => setting))];
    };
    await raiseInSilence();
    expect(await settings()).toEqual(['off']);
    await pool.query(`update cart_line set number = number + 1 where user_id = ${person}`);
    expect(await settings()).toEqual(['on']);
    await pool.query('drop table waiting; drop function note_waiting cascade; reset synchronous_commit');
  });

  test('is announced with others of its moment, not by its own transaction', async () => {
    // What was put into the cart before is told of a moment later, too.
    await settled();
    const client = new pg.Client({ connectionString: url });
    const received: (string | undefined)[] = [];
    client.on('notification', ({ payload }) => received.push(payload));
    await client.connect();
    await client.query('listen own_changed');
    await raiseInSilence();
    await pool.query(`select pg_notify('own_changed', 'a mark')`);
    await until('the mark is heard', () => received.length > 0);
    expect(received).toEqual(['a mark']);
    received.length = 0;
    // On the same connection, as none of the pool's is busy: what is written there later is announced.
    await pool.query(`update cart_line set number = number + 1 where user_id = ${person}`);
    await until('the later one is heard', () => received.length > 0);
    expect(received).toEqual([`u${demo.userId}`]);
    received.length = 0;
    const some = [goodsPlain, goodsPlainSecond].map((goods_id) => ({
      goods_id,
      type: 0 as const,
      number: 10,
    }));
    await Promise.all(some.map((line) => addLines(db, demo, [line], new Date())));
    await until('both are told of', () => received.length > 0);
    expect(new Set(received)).toEqual(new Set([`u${demo.userId}`]));
    await client.end();
  });

  test('is found by every process', async () => {
    await settled();
    await addLines(db, demo, [{ goods_id: goodsPlain, type: 0, number: 10 }], new Date());
    const now = (await asRows()).inCart.get(goodsPlain);
    await until('it is there', async () => (await kept()).inCart.get(goodsPlain) === now);
  });

  test('is found after a while though its process was killed before it told of it', async () => {
    await settled();
    const written = await raiseInSilence();
    expect((await kept()).inCart.get(goodsPlainSecond)).not.toBe(written);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
    try {
      await until('it is there', async () => (await kept()).inCart.get(goodsPlainSecond) === written);
    } finally {
      clock.mockRestore();
    }
  });
});
