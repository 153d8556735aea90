/** Three months of history of the demo's companies: consistent orders, payments, parcels, money and messages. */

import { quote } from '#lib/rules/quote/quote.ts';
import { emptyChoices, type QuoteLine } from '#lib/rules/terms/asked.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Coupon } from '#lib/rules/terms/terms.ts';
import { makeRandom } from '#lib/rules/text/random.ts';
import { type AddressRow, findDefaultAddress } from '#lib/server/addresses/rows.ts';
import type { QuotedCart } from '#lib/server/cart/quoted-cart.ts';
import type { Tx } from '#lib/server/db/client.ts';
import { companyCoupon, coupon } from '#lib/server/db/schema.ts';
import { loadOffers } from '#lib/server/offers/load.ts';
import type { LoadedOffers } from '#lib/server/offers/loaded.ts';
import { rowsOf, type TradeRows } from '#lib/server/orders/new-trade.ts';
import { newTradeNo } from '#lib/server/orders/numbers.ts';
import { reservationsOf } from '#lib/server/orders/plan-reservations.ts';
import { type Account, findAccount } from '#lib/server/people/account-rows.ts';
import { hourOf, momentFrom } from '../seed/dates.ts';
import type { DemoLife } from '../seed/demo.ts';
import { companies, users } from '../seed/known.ts';
import type { DrawnGoods } from '../seed/traits.ts';
import { Book } from './book.ts';
import { couponThen, heldThen, pastCoupons } from './coupons.ts';
import { letLapse, pay } from './fate.ts';
import { type Habit, habitsOf, isDue, type Life, lifeDays, piecesOf } from './habits.ts';
import { rowThen, termsThen } from './then.ts';
import { writeBook } from './write.ts';

/** The companies with a history before the demo begins. */
const lives: readonly Life[] = [
  {
    login: 'demo',
    buyers: [users.demo, users['demo-caigou'], users.demo],
    shelf: { 1: 12, 3: 5, 4: 5, 5: 5, 6: 5, 8: 5, 9: 5, 10: 5, 12: 4, 13: 5, 14: 3, 16: 3 },
    line: [11_000, 42_000],
  },
  {
    login: 'demo-fendian',
    buyers: [users['demo-fendian']],
    shelf: { 1: 8, 6: 4, 13: 4 },
    line: [11_000, 26_000],
  },
  { login: 'clinic', buyers: [users.clinic], shelf: { 1: 7, 5: 4, 9: 3 }, line: [11_000, 22_000] },
];

/** One of this many trades is not paid; its items are ordered again the next day. */
const lapsedEvery = 17;
const sunday = 0;

/**
 * Writes the purchases of the companies of `lives` within the last three months. `promoted` are items in an activity:
 * they had other prices. The wallets are written here, because their balance results from these months.
 */
async function seedLife(
  tx: Tx,
  goods: readonly DrawnGoods[],
  promoted: ReadonlySet<number>,
  now: Date,
): Promise<void> {
  await tx.insert(coupon).values(pastCoupons(now, lives.length));
  const book = new Book();
  for (const life of lives) await live(tx, book, life, habitsOf(life, goods, promoted, now), now);
  await writeBook(tx, book, now);
}

async function live(tx: Tx, book: Book, life: Life, requested: readonly Habit[], now: Date): Promise<void> {
  const companyId = companies[life.login];
  const held = await tx.insert(companyCoupon).values(heldThen(companyId, now)).returning();
  const accounts: (Account | null)[] = [];
  for (const id of life.buyers) accounts.push(await findAccount(tx, id));
  const first = must(accounts[0], `the buyer of ${life.login}`);
  const address = must(await findDefaultAddress(tx, companyId), `the address of ${life.login}`);
  const goodsIds = requested.map(({ goodsId }) => goodsId);
  const today = await loadOffers(tx, first, { goodsIds, source: 'database' }, now);
  const buyable = new Set(today.offers.goods.filter((one) => one.isBuyable).map((one) => one.id));
  const habits = requested.filter(({ goodsId }) => buyable.has(goodsId));
  let waiting: Basket = new Map();
  for (let day = 0, turn = 0; day <= lifeDays; day += 1) {
    const daysAgo = lifeDays - day;
    const at = momentOf(now, daysAgo, life.login);
    if (at >= now) continue;
    const wanted = new Map(waiting);
    for (const habit of habits) if (isDue(habit, day)) wanted.set(habit.goodsId, piecesOf(habit, day));
    waiting = wanted;
    // The demo's last days are busy even on a weekend.
    if (wanted.size === 0 || (shanghaiWeekday(at) === sunday && daysAgo > 2)) continue;
    const account = must(accounts[turn % accounts.length] ?? null, `a buyer of ${life.login}`);
    const buying: Buying = { account: { ...account, orderLimit: null }, address, today };
    const used = new Set(book.coupons.map(({ id }) => id));
    const isLapsed = turn % lapsedEvery === 9 && daysAgo > 2;
    const coupons = isLapsed ? [] : held.filter(({ id }) => !used.has(id)).map(couponThen);
    const { rows, left } = tradeOf(buying, wanted, { at, daysAgo, coupons });
    waiting = isLapsed ? wanted : new Map([...wanted].filter(([id]) => left.includes(id)));
    if (rows === null) continue;
    turn += 1;
    if (isLapsed) letLapse(book, rows);
    else pay(book, rows, { now, turn, lotOf: (id) => lotThen(today, id, daysAgo) });
  }
}

function lotThen(today: Buying['today'], goodsId: number, daysAgo: number) {
  const { goods } = rowThen(must(today.rows.get(goodsId), `goods ${goodsId} of the demo's life`), daysAgo);
  const { lotNo, producedOn, expiresOn } = goods;
  return {
    lotNo,
    producedOn: must(producedOn, `the lot of goods ${goodsId}`),
    expiresOn: must(expiresOn, `the lot of goods ${goodsId}`),
  };
}

/** Between nine and five in Shanghai; on the day of seeding, within the last hour. */
function momentOf(now: Date, daysAgo: number, login: string): Date {
  if (daysAgo === 0) return momentFrom(now, -1 / 24);
  const random = makeRandom(`${login}/${daysAgo}/hour`);
  return hourOf(momentFrom(now, -daysAgo), 9 + random.next() * 8);
}

function shanghaiWeekday(at: Date): number {
  return new Date(at.getTime() + 8 * 3_600_000).getUTCDay();
}

/** Three months of history. */
export const life: DemoLife = { companies: lives.map(({ login }) => companies[login]), seed: seedLife };

/** A trade of an earlier day, priced and written by the shop's own rules. Pure. */
type Buying = {
  account: Account;
  address: AddressRow;
  /** The current state of the company's items. */
  today: LoadedOffers;
};

type Basket = ReadonlyMap<number, number>;

/**
 * The trade of a basket (pieces by goods id) at an earlier moment. `left` are goods that could not go with it, because
 * their merchant's minimum was not reached: they wait for the next basket. Null where nothing could go.
 */
function tradeOf(
  { account, address, today }: Buying,
  basket: Basket,
  { at, daysAgo, coupons }: { at: Date; daysAgo: number; coupons: readonly Coupon[] },
): { rows: TradeRows | null; left: number[] } {
  const then: LoadedOffers = {
    ...today,
    rows: new Map([...today.rows].map(([id, row]) => [id, rowThen(row, daysAgo)])),
    offers: {
      goods: today.offers.goods.map((terms) => termsThen(terms, daysAgo)),
      merchants: today.offers.merchants,
      activities: [],
      combinations: [],
      coupons: [...coupons],
      vouchers: [],
    },
  };
  const price = (goodsIds: readonly number[]) => {
    const lines = goodsIds.map((goodsId, i): QuoteLine => {
      const quantity = basket.get(goodsId) ?? 0;
      return { id: i + 1, kind: 'normal', goodsId, activityId: null, quantity, isSelected: true };
    });
    const buyer = { companyId: account.companyId, region: address.regionCode, choices: emptyChoices };
    return { lines, quote: quote(lines, buyer, then.offers, at.getTime()) };
  };
  const all = [...basket.keys()];
  const first = price(all);
  const small = new Set(
    first.quote.groups.filter((group) => group.minimumGap > 0).flatMap((group) => group.lineIds),
  );
  const refused = first.quote.lines.filter((line) => line.refusal !== null).map((line) => line.id);
  const goes = all.filter((_, i) => !small.has(i + 1) && !refused.includes(i + 1));
  const left = all.filter((_, i) => small.has(i + 1));
  if (goes.length === 0) return { rows: null, left };
  const cart: QuotedCart = { lines: [], loaded: then, address, quote: price(goes).quote };
  const limits = new Map<string, number>();
  const rows = rowsOf({
    cart,
    account,
    address,
    reservations: cart.quote.orders.map((order) => reservationsOf(cart, order, limits)),
    remarks: {},
    giftRows: new Map(),
    tradeNo: newTradeNo(at),
    now: at,
  });
  return { rows, left };
}
