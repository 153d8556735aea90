/** Carts, orders and payments for tests: made with the shop's own calls where a call exists. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { choicesOf } from '#lib/contract/checkout.ts';
import type { PlacedTrade } from '#lib/contract/orders/calls.ts';
import { placeOrderInput } from '#lib/contract/orders/calls.ts';
import type { PayOutput } from '#lib/contract/payments/calls.ts';
import { scopeCodes } from '#lib/rules/companies/qualification.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { loadQuotedCart } from '#lib/server/cart/quoted-cart.ts';
import type { CallContext } from '#lib/server/core/context.ts';
import type { Db } from '#lib/server/db/client.ts';
import {
  address,
  cartLine,
  company,
  companyScope,
  goods,
  member,
  siteSetting,
  user,
  wallet,
} from '#lib/server/db/schema.ts';
import { placeOrder } from '#lib/server/orders/place.ts';
import { startPayment } from '#lib/server/paying/pay.ts';
import { type Account, findAccount } from '#lib/server/people/account-rows.ts';
import { postEntry } from '#lib/server/ports/payments/wallet-rows.ts';

export interface Want {
  goodsId: number;
  number: number;
}

/** Large amounts leave the balance without a payment password, for tests of something else. Before settings are read. */
export async function payFreely(db: Db): Promise<void> {
  await db.insert(siteSetting).values({ key: 'payPasswordAbove', value: 1_000_000_000 });
}

/** Puts lines straight into a user's cart; answers their ids. */
export async function fillCart(db: Db, account: Account, wants: readonly Want[]): Promise<number[]> {
  const rows = await db
    .insert(cartLine)
    .values(
      wants.map(({ goodsId, number }) => ({
        userId: account.userId,
        companyId: account.companyId,
        goodsId,
        number,
        type: 0,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: cartLine.id });
  return rows.map((row) => row.id);
}

/** What a service learns about a request of this account. */
export function contextOf(
  db: Db,
  account: Account,
  headers: Record<string, string> = {},
  now = new Date(),
): CallContext<'buyer'> {
  return {
    db,
    now,
    actor: { kind: 'buyer', account },
    requestId: 'test',
    clientAddress: '127.0.0.1',
    headers: new Headers(headers),
    answerHeaders: new Headers(),
  };
}

export async function accountOf(db: Db, userId: string): Promise<Account> {
  const found = await findAccount(db, userId);
  if (found === null) throw new Error(`no account ${userId}`);
  return found;
}

/** The same person with another role or limit, in the rows too. */
export async function withMembership(
  db: Db,
  account: Account,
  membership: Partial<Pick<Account, 'role' | 'orderLimit'>>,
): Promise<Account> {
  await db.update(member).set(membership).where(eq(member.userId, account.userId));
  return { ...account, ...membership };
}

interface Placing {
  ids: number[];
  key?: string;
  now?: Date;
  expected?: string;
  more?: Record<string, unknown>;
}

/** Places an order for cart lines as the confirm page does; the expected total is the quote's unless told. */
export async function place(
  db: Db,
  account: Account,
  { ids, key = randomUUID(), now = new Date(), expected, more = {} }: Placing,
): Promise<PlacedTrade> {
  const values = placeOrderInput.parse({ ids, expected_total: '0.00', ...more });
  const total =
    expected ??
    formatYuan(
      (
        await loadQuotedCart(
          db,
          account,
          { lineIds: ids, addressId: values.address_id, choices: choicesOf(values) },
          now,
        )
      ).quote.totals.pay,
    );
  return placeOrder({ ...contextOf(db, account, {}, now), key }, { ...values, expected_total: total });
}

/** Fills a cart and orders it. */
export async function order(
  db: Db,
  account: Account,
  wants: readonly Want[],
  now = new Date(),
): Promise<PlacedTrade> {
  return place(db, account, { ids: await fillCart(db, account, wants), now });
}

export function pay(
  db: Db,
  account: Account,
  tradeNo: string | string[],
  provider = 'balance',
  now = new Date(),
  balance?: string,
): Promise<PayOutput> {
  return startPayment(contextOf(db, account, {}, now), {
    trade_no: [tradeNo].flat(),
    provider,
    ...(balance !== undefined && { balance_amount: balance }),
  });
}

/** Approved pharmacies of one buyer each, with an address, all scopes and money: a crowd for races. */
export async function makeBuyers(db: Db, count: number, balance = 0): Promise<Account[]> {
  const place = { province: '湖北省', city: '武汉市', district: '江岸区', regionCode: '420102' };
  const companies = await db
    .insert(company)
    .values(
      Array.from({ length: count }, (_, at) => ({
        name: `竞购药房${randomUUID().slice(0, 8)}-${at}`,
        buyerType: 'pharmacy' as const,
        status: 'approved' as const,
        ...place,
      })),
    )
    .returning({ id: company.id });
  const users = companies.map(({ id }) => ({
    id: `crowd-${id}`,
    name: '采购',
    email: `crowd-${id}@users.invalid`,
    username: `crowd-${id}`,
  }));
  await db.insert(user).values(users);
  await db
    .insert(member)
    .values(companies.map(({ id }) => ({ userId: `crowd-${id}`, companyId: id, role: 'owner' as const })));
  await db
    .insert(companyScope)
    .values(companies.flatMap(({ id }) => scopeCodes.map((scope) => ({ companyId: id, scope }))));
  await db.insert(address).values(
    companies.map(({ id }) => ({
      companyId: id,
      receiver: '收货人',
      phone: '13800138000',
      ...place,
      detail: '示范路1号',
      isDefault: true,
    })),
  );
  await giveMoney(
    db,
    companies.map(({ id }) => id),
    balance,
  );
  return Promise.all(users.map(({ id }) => accountOf(db, id)));
}

/** Wallets with so much more in them, as a top-up that their ledgers know of. */
export async function giveMoney(db: Db, companyIds: readonly number[], amount: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .insert(wallet)
      .values(companyIds.map((companyId) => ({ companyId })))
      .onConflictDoNothing();
    for (const companyId of amount > 0 ? companyIds : [])
      await postEntry(tx, { companyId, useType: 'top_up', amount, ref: randomUUID(), note: '充值' });
  });
}

/** A goods of the house like `likeId`, with a stock of its own and nothing special about it. */
export async function makeGoods(
  db: Db,
  likeId: number,
  stock: number,
  more: Partial<typeof goods.$inferInsert> = {},
): Promise<number> {
  const like = await db.query.goods.findFirst({ where: (table, { eq }) => eq(table.id, likeId) });
  if (!like) throw new Error(`no goods ${likeId}`);
  const { id: _, ...rest } = like;
  const [made] = await db
    .insert(goods)
    .values({
      ...rest,
      warehouseId: ownWarehouse(),
      stock,
      packStep: 1,
      minQuantity: 1,
      ladder: [],
      limitQuantity: 0,
      dayLimit: 0,
      weekLimit: 0,
      ...more,
    })
    .returning({ id: goods.id });
  return made!.id;
}

/**
 * A warehouse that no other test keeps goods in, for goods that are to travel in one parcel. Browser tests
 * share a database between their workers, so each worker counts in a range of its own.
 */
export function ownWarehouse(): number {
  return 50 + (Number(process.env.TEST_WORKER_INDEX ?? 0) % 60) * 500 + (warehouses++ % 500);
}
let warehouses = 0;
