/** Rules that SQL or the index repeat for speed say what the rules say, over generated rows. */
import { eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { goodsPlain, type LoginName } from '#demo/seed/known.ts';
import { papers as lapsing } from '#lib/contract/desk/lists/papers.ts';
import { wheels } from '#lib/contract/desk/lists/wheels.ts';
import { type CompanyState, companyStates, mayLogIn } from '#lib/rules/companies/company-state.ts';
import { plainNumber } from '#lib/rules/companies/paper-checks.ts';
import { findReminder, paperNames, papersToRenew } from '#lib/rules/companies/qualification.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { effectiveStatus, orderStatuses } from '#lib/rules/orders/order-state.ts';
import { type ClaimCode, claimState } from '#lib/rules/promotions/claim-state.ts';
import { couponStatusAt } from '#lib/rules/promotions/coupons.ts';
import { dayKey, findDay, findDayEnd, shanghaiDay } from '#lib/rules/terms/activity-time.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { findRest } from '#lib/rules/terms/shelf-life.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import { wheelState } from '#lib/rules/wheel/wheel.ts';
import { listRipeRequests } from '#lib/server/cache/alert-rows.ts';
import { type CouponRow, countHeld, listCenter, listHeld } from '#lib/server/coupons/rows.ts';
import { contains } from '#lib/server/db/contains.ts';
import {
  activityGoods,
  company,
  companyCoupon,
  coupon,
  customerPrice,
  goods,
  goodsAlert,
  merchant,
  merchantPaper,
  order,
  paper,
  wheel,
} from '#lib/server/db/schema.ts';
import { isOffered } from '#lib/server/db/shelf.ts';
import { buildCatalogue } from '#lib/server/engines/search/build.ts';
import { buyerView } from '#lib/server/goods/buyer-view.ts';
import { loadOffers } from '#lib/server/offers/load.ts';
import { offersOf } from '#lib/server/offers/offers.ts';
import { factsOf } from '#lib/server/orders/facts.ts';
import { countByStatus, listOrders } from '#lib/server/orders/list-rows.ts';
import { factsOf as wheelFacts } from '#lib/server/wheel/rows.ts';
import { byStaff, contextOf } from '#tests/support/context.ts';
import { testDatabase } from '#tests/support/database.ts';
import { askList } from '#tests/support/desk-list.ts';
import { fillCart, makeGoods, place } from '#tests/support/orders.ts';
import { queryTexts } from '#tests/support/queries.ts';
import { openedWheel, prize } from '#tests/support/wheels.ts';

const { db } = await testDatabase();
const random = makeRandom('parity');
const now = new Date();
const day = 86_400_000;
/** A day before, just then, a millisecond after, a day after. */
const moments = [-day, 0, 1, day].map((ms) => new Date(now.getTime() + ms));
const demo = (await contextOf(db, 'demo', now)).actor.account;
const everything = { limit: 10_000, offset: 0 };
const every = { statuses: null, keywords: '', from: null, to: null, merchantId: null };

/** Goods over the whole catalogue, enough for every case to happen. */
async function someGoods(): Promise<number[]> {
  const rows = await db.select({ id: goods.id }).from(goods).orderBy(sql`md5(${goods.id}::text)`).limit(200);
  return rows.map(({ id }) => id);
}

const sorted = (list: Iterable<string | number>) => [...list].sort();

describe('the status of an order that is true now: orders/rows and effectiveStatus', () => {
  test('lists by status and counts are those of the rule', async () => {
    const goodsId = await makeGoods(db, goodsPlain, 100, { price: 20_000 });
    await place(db, demo, { ids: await fillCart(db, demo, [{ goodsId, number: 10 }]) });
    const [sample] = await db.select().from(order).where(eq(order.companyId, demo.companyId));
    const rows = orderStatuses.flatMap((status) =>
      moments.flatMap((deadlineAt) =>
        [null, ...moments].map((receiveBy, at) => ({
          ...sample!,
          no: `P${status}-${deadlineAt.getTime()}-${at}`,
          status,
          deadlineAt,
          receiveBy,
          hiddenAt: null,
        })),
      ),
    );
    await db.insert(order).values(rows);
    const all = await db.select().from(order).where(eq(order.companyId, demo.companyId));
    const shown = all.filter(({ hiddenAt }) => hiddenAt === null);
    const byRule = Map.groupBy(shown, (row) => effectiveStatus(factsOf(row), now.getTime()));
    const counts = await countByStatus(db, [demo.companyId], every, now);
    for (const status of orderStatuses) {
      const nos = (byRule.get(status) ?? []).map(({ no }) => no);
      const found = await listOrders(
        db,
        [demo.companyId],
        { ...every, statuses: [status], ...everything },
        now,
      );
      expect(sorted(found.list.map(({ no }) => no)), `status ${status}`).toEqual(sorted(nos));
      expect([found.total, counts.get(status) ?? 0], `status ${status}`).toEqual([nos.length, nos.length]);
    }
    expect(byRule.size, 'no status is left out').toBe(orderStatuses.length);
  });
});

test('the state of a wheel: wheel/list-rows and wheelState', async () => {
  const at = (ms: number) => new Date(now.getTime() + ms);
  const { id } = await openedWheel(db, [prize('points', 1), prize('nothing', 1)]);
  const times = [-2, -1, 0, 1, 2];
  const cases = times.flatMap((startsAt) =>
    times.flatMap((endsAt) =>
      endsAt < startsAt
        ? []
        : [0, 2].flatMap((drawn) =>
            [null, at(-1)].map((pausedAt) => ({ startsAt, endsAt, drawn, pausedAt })),
          ),
    ),
  );
  for (const { startsAt, endsAt, drawn, pausedAt } of cases) {
    const pause = { pausedAt, pauseReason: '核对奖品' };
    const own = { startsAt: at(startsAt), endsAt: at(endsAt), drawn, ...pause };
    const [row] = await db.update(wheel).set(own).where(eq(wheel.id, id)).returning();
    const [shown] = (await askList(byStaff(db, now), wheels, {})).rows;
    expect(shown?.state, JSON.stringify(own)).toBe(wheelState(wheelFacts(row!), now.getTime()));
  }
});

describe('prices', () => {
  const logins = ['demo', 'clinic', 'other'] as const satisfies LoginName[];

  /** Prices, ladders, limits and stock of all goods by chance; a third has a price agreed with one company. */
  async function scatter(): Promise<number[]> {
    const ids = await someGoods();
    await db.transaction(async (tx) => {
      for (const id of ids) {
        const price = random.int(500, 5000);
        const memberPrice = random.int(300, price);
        const lower = { 1: random.int(200, memberPrice), 3: random.int(200, 5000) };
        const tiers = [
          { number: random.pick([1, 5, 20]), price: random.int(200, 5000) },
          { number: 100, price: random.int(200, 5000) },
        ];
        await tx
          .update(goods)
          .set({
            price,
            memberPrice,
            rankPrices: random.chance(0.5) ? lower : {},
            ladder: random.chance(0.4) ? tiers : [],
            ladderType: random.pick(['up_to', 'from'] as const),
            packStep: random.pick([1, 5, 10]),
            minQuantity: random.pick([1, 7, 20]),
            stock: random.pick([0, 4, 5, 15, 1000]),
            limitQuantity: random.pick([0, 0, 3, 50]),
            dayLimit: random.pick([0, 0, 5, 50]),
            weekLimit: random.pick([0, 0, 5, 50]),
          })
          .where(eq(goods.id, id));
      }
      await tx
        .update(activityGoods)
        .set({ price: sql`100 + ${activityGoods.id} * 37 % 3000` })
        .where(isNotNull(activityGoods.price));
      await tx.delete(customerPrice);
      const agreed = ids.filter(() => random.chance(0.3));
      await tx
        .insert(customerPrice)
        .values(
          agreed.map((goodsId) => ({ goodsId, companyId: demo.companyId, price: random.int(200, 5000) })),
        );
    });
    // Promotions stand on some goods of their own.
    const promoted = await db.select({ id: activityGoods.goodsId }).from(activityGoods);
    return [...new Set([...ids, ...promoted.map(({ id }) => id)])];
  }

  async function accountsOf() {
    return Promise.all(
      logins.map(async (login, rank) => {
        const { account } = (await contextOf(db, login, now)).actor;
        return { ...account, rank };
      }),
    );
  }

  test('sorting and 仅看可买 of lists go by the price and the state on the card', async () => {
    const ids = await scatter();
    const catalogue = await buildCatalogue(db);
    const seen = { price: 0, hidden: 0, open: 0, shut: 0 };
    for (const account of await accountsOf()) {
      const sight = await buyerView(
        db,
        account,
        catalogue,
        { priceFrom: null, priceTo: null, isBuyableOnly: false },
        now.getTime(),
      );
      const loaded = await loadOffers(db, account, { goodsIds: ids }, now);
      const wrong = offersOf(loaded, ids, now.getTime()).flatMap((offer) => {
        const place = catalogue.goods.places.get(offer.id) ?? -1;
        // What may not be sold at all is in no list.
        if (!catalogue.goods.isOffered(place, shanghaiDay(now.getTime()))) return [];
        const card = offer.price === undefined ? null : parseYuan(offer.price);
        const list = sight?.priceOf(place) ?? null;
        const canBuy = sight?.canBuy(place) ?? false;
        seen[card === null ? 'hidden' : 'price'] += 1;
        seen[canBuy ? 'open' : 'shut'] += 1;
        const isSame = card === list && canBuy === (offer.is_buy === 1);
        return isSame
          ? []
          : [{ id: offer.id, rank: account.rank, card, list, canBuy, state: offer.buy_state.code }];
      });
      expect(wrong).toEqual([]);
    }
    expect(
      Object.values(seen).every((count) => count > 20),
      JSON.stringify(seen),
    ).toBe(true);
  });

  test('no wish for a lower price is overlooked, and none is ripe that no price could fulfil', async () => {
    const ids = await scatter();
    for (const account of await accountsOf()) {
      await db.delete(goodsAlert);
      const loaded = await loadOffers(db, account, { goodsIds: ids }, now);
      const priced = offersOf(loaded, ids, now.getTime()).flatMap(({ id, price }) =>
        price === undefined ? [] : [{ id, price: parseYuan(price) }],
      );
      const request = { userId: account.userId, companyId: account.companyId, kind: 'price' } as const;
      await db
        .insert(goodsAlert)
        .values(priced.map(({ id, price }) => ({ ...request, goodsId: id, price: price + 1 })));
      const ripe = await listRipeRequests(db, null, { after: 0, limit: 10_000, now });
      const found = new Set(ripe.map(({ goodsId }) => goodsId));
      expect(
        priced.filter(({ id }) => !found.has(id)),
        `rank ${account.rank}`,
      ).toEqual([]);
      await db.update(goodsAlert).set({ price: 100 });
      expect(await listRipeRequests(db, null, { after: 0, limit: 10_000, now })).toEqual([]);
    }
  });
});

describe('coupons', () => {
  test('what a company holds stands where the rule says, in lists and counts', async () => {
    const kinds = await db
      .select({ id: coupon.id, kind: coupon.kind })
      .from(coupon)
      .where(eq(coupon.isNewcomerOnly, false));
    const from = new Date(now.getTime() - 5 * day);
    const held = (['unused', 'held', 'used'] as const).flatMap((status) =>
      moments.flatMap((validTo) =>
        kinds.map(({ id, kind }) => ({
          couponId: id,
          companyId: demo.companyId,
          status,
          validFrom: from,
          validTo,
          balance: kind === 'voucher' ? 100 : null,
        })),
      ),
    );
    await db.insert(companyCoupon).values(held);
    const all = await db.select().from(companyCoupon).where(eq(companyCoupon.companyId, demo.companyId));
    const kindOf = new Map((await db.select().from(coupon)).map(({ id, kind }) => [id, kind]));
    const counts = await countHeld(db, demo.companyId, now);
    for (const type of [undefined, 'voucher'] as const)
      for (const status of ['unused', 'held', 'used', 'expired'] as const) {
        const kind = type ?? 'coupon';
        const byRule = all.filter(
          (one) =>
            kindOf.get(one.couponId) === kind &&
            couponStatusAt({ status: one.status, endsAt: one.validTo.getTime() }, now.getTime()) === status,
        );
        const filter = { type, status, isUsable: false, now, ...everything };
        const { total } = await listHeld(db, demo.companyId, filter);
        const counted = counts.find((row) => row.kind === kind && row.status === status)?.count ?? 0;
        expect([total, counted], `${kind} ${status}`).toEqual([byRule.length, byRule.length]);
      }
  });

  test('the coupon centre stands in the order of the states that a visitor is told', async () => {
    const [{ id: _id, ...sample }] = (await db.select().from(coupon).where(eq(coupon.kind, 'coupon'))) as [
      CouponRow,
    ];
    await db.insert(coupon).values(Array.from({ length: 60 }, () => ({ ...sample, claimed: 0 })));
    const rows = await db.select({ id: coupon.id }).from(coupon);
    const before = new Date(now.getTime() - 30 * day);
    for (const { id } of rows) {
      const [claimFrom, claimTo, validTo] = [
        random.pick(moments),
        random.pick(moments),
        random.pick(moments),
      ];
      await db
        .update(coupon)
        .set({
          claimFrom: claimFrom < claimTo ? claimFrom : before,
          claimTo,
          validFrom: before,
          validTo,
          total: 10,
          claimed: random.pick([0, 10]),
        })
        .where(eq(coupon.id, id));
    }
    const { list } = await listCenter(db, null, { type: undefined, since: before, now, ...everything });
    const places: Partial<Record<ClaimCode, number>> = { open: 0, upcoming: 1, sold_out: 2, ended: 3 };
    const shown = list.map(({ coupon: one, mine, isBarred }) => {
      const { code } = claimState(
        {
          ...one,
          claimFrom: one.claimFrom.getTime(),
          claimTo: one.claimTo.getTime(),
          validTo: one.validTo.getTime(),
          mine,
          usable: mine,
          isBarred,
        },
        now.getTime(),
      );
      return places[code];
    });
    expect(shown).toEqual(shown.toSorted());
    expect(new Set(shown).size).toBe(4);
  });
});

describe('papers that lapse soon: companies/paper-rows and papersToRenew', () => {
  test('by day, review, company and what goes on after them', async () => {
    const lastDays = [-30, -1, 0, 1, 30, 59, 60, 61, 400].map((after) => dayKey(now.getTime() + after * day));
    const firstDays = [-400, -30, 0, 1, 2, 31, 60, 61, 62].map((after) =>
      dayKey(now.getTime() + after * day),
    );
    const states = keysOf(companyStates);
    const stateOf = new Map<number, CompanyState>();
    await db.delete(paper);
    for (const { id } of await db.select({ id: company.id }).from(company)) {
      const status = random.chance(0.5) ? 'approved' : random.pick(states);
      stateOf.set(id, status);
      await db.update(company).set({ status }).where(eq(company.id, id));
      for (const kind of keysOf(paperNames))
        for (let nth = 0; nth < 3; nth++) {
          const validFrom = random.pick(firstDays);
          const validTo = random.chance(0.1) ? null : random.pick(lastDays);
          const status = random.chance(0.8) ? 'approved' : 'rejected';
          if (validTo === null || validFrom <= validTo)
            await db
              .insert(paper)
              .values({ companyId: id, kind, number: `P${nth}`, validFrom, validTo, status });
        }
    }
    const rows = await db.select().from(paper).where(eq(paper.status, 'approved'));
    const papers = rows.map(({ id, companyId, kind, number, validFrom, validTo }) => ({
      id,
      companyId,
      kind,
      number,
      validFrom: validFrom === null ? null : findDay(validFrom),
      validTo: validTo === null ? null : findDayEnd(validTo),
    }));
    const byRule = [...Map.groupBy(papers, ({ companyId }) => companyId)].flatMap(([companyId, own]) =>
      mayLogIn(stateOf.get(companyId) ?? 'closed')
        ? papersToRenew(own, now.getTime()).filter((one) => findReminder(one, now.getTime()) !== null)
        : [],
    );
    const found = await askList(byStaff(db, now), lapsing, { size: 1_000 });
    expect(sorted(found.rows.map(({ id }) => id))).toEqual(sorted(byRule.map(({ id }) => id)));
    expect(found.total).toBe(byRule.length);
    const bare = papers.filter((one) => findReminder(one, now.getTime()) !== null);
    expect([byRule.length > 20, byRule.length < bare.length - 5], 'both happen').toEqual([true, true]);
  });
});

describe('a paper’s number as it is compared: plain_number and plainNumber', () => {
  test('over what people type', async () => {
    const signs = [...'鄂aB1０９Ｚｚ（）()号①㎎ .／_-‐‒–—―−－﹣　\t\n\r\u00a0\u200b\ufeff'];
    const numbers = Array.from({ length: 500 }, () =>
      Array.from({ length: 12 }, () => random.pick(signs)).join(''),
    );
    const { rows } = await db.execute<{ plain: string }>(sql`
      select plain_number(n) as plain from unnest(${sql.param(numbers)}::text[]) with ordinality as t(n, at) order by at`);
    expect(rows.map(({ plain }) => plain)).toEqual(numbers.map(plainNumber));
  });
});

describe('goods that may be sold: db/shelf, the index and findRest', () => {
  test('shelf, lot and the merchant’s papers', async () => {
    const days = [-40, -1, 0, 1, 40].map((after) => dayKey(now.getTime() + after * day));
    const ids = await someGoods();
    await db.transaction(async (tx) => {
      for (const id of ids)
        await tx
          .update(goods)
          .set({
            isOnShelf: random.chance(0.8),
            isStopped: random.chance(0.2),
            producedOn: null,
            expiresOn: random.chance(0.1) ? null : random.pick(days),
          })
          .where(eq(goods.id, id));
      for (const { id } of await tx.select({ id: merchant.id }).from(merchant)) {
        const stoppedOn = random.chance(0.8) ? null : random.pick(days);
        const closingAt = random.chance(0.85) ? null : now;
        await tx.update(merchant).set({ stoppedOn, closingAt }).where(eq(merchant.id, id));
        await tx
          .update(merchantPaper)
          .set({ validFrom: '2020-01-01', validTo: random.chance(0.5) ? null : random.pick(days) })
          .where(eq(merchantPaper.merchantId, id));
      }
    });
    const rows = await db
      .select({
        id: goods.id,
        isOnShelf: goods.isOnShelf,
        isStopped: goods.isStopped,
        expiresOn: goods.expiresOn,
        merchantPapersUntil: sql<string | null>`(select least(min(mp.valid_to), min(m.stopped_on) - 1)::text
          from merchant m left join merchant_paper mp on mp.merchant_id = m.id
          where m.id = "goods"."merchant_id")`,
        isMerchantClosing: sql<boolean>`(select closing_at is not null from merchant m where m.id = "goods"."merchant_id")`,
        saysSql: sql<boolean>`coalesce(${isOffered(now)}, false)`,
      })
      .from(goods)
      .where(inArray(goods.id, ids));
    const index = (await buildCatalogue(db)).goods;
    const today = shanghaiDay(now.getTime());
    const wrong = rows.filter((row) => {
      const says = row.isOnShelf && findRest(row, now.getTime()) === null;
      return row.saysSql !== says || index.isOffered(index.places.get(row.id) ?? -1, today) !== says;
    });
    expect(wrong).toEqual([]);
    const count = rows.filter(({ saysSql }) => saysSql).length;
    expect([count > 20, count < rows.length - 20], 'both happen').toEqual([true, true]);
  });
});

test('a part of a text is found in either case, by the cheaper `like` where it has none', async () => {
  const texts = ['阿莫西林ABC', 'abc123', '100%_\\', '2026'];
  const found = async (part: string) => {
    const all = sql`unnest(${sql.param(texts)}::text[]) t`;
    const { rows } = await db.execute<{ t: string }>(
      sql`select t from ${all} where ${contains(sql`t`, part)}`,
    );
    return rows.map(({ t }) => t);
  };
  for (const part of ['abc', 'ABC', '莫西', '林a', '123', '0%_', '\\', '2026', '%', 'x'])
    expect(await found(part), part).toEqual(
      texts.filter((one) => one.toLowerCase().includes(part.toLowerCase())),
    );
  const queries = await queryTexts(() => Promise.all(['123', '莫西', 'a1'].map(found)));
  expect(queries.map((text) => / (i?like) /.exec(text)?.[1])).toEqual(['like', 'like', 'ilike']);
});
