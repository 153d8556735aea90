/** The points mall in browser tests: what it offers, points of a company, and an order. */
import type { BrowserContext } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { AddressList } from '#lib/contract/addresses.ts';
import type { Exchanged } from '#lib/contract/mall.ts';
import type { Db } from '#lib/server/db/client.ts';
import { member, pointsGoods, user } from '#lib/server/db/schema.ts';
import { grantPoints } from '#lib/server/points/points.ts';
import { get, post } from './calls.ts';

type Goods = typeof pointsGoods.$inferInsert;

/** A goods that no other test redeems; answers its number. */
export async function offer(
  db: Db,
  goods: Pick<Goods, 'kind' | 'name' | 'points'> & Partial<Goods>,
): Promise<number> {
  const [row] = await db
    .insert(pointsGoods)
    .values({ stock: 5, isOn: true, onFrom: new Date(Date.now() - 60_000), sort: 900, ...goods })
    .returning({ id: pointsGoods.id });
  return row!.id;
}

/** Gives points to the company of a login name, once for so many. */
export async function givePoints(db: Db, name: string, points: number): Promise<void> {
  const [row] = await db
    .select({ companyId: member.companyId })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(user.username, name));
  const cause = {
    companyId: row!.companyId,
    useType: 'adjust',
    ref: `mall:${name}:${points}`,
    note: '测试',
  } as const;
  await db.transaction((tx) => grantPoints(tx, { ...cause, points }));
}

/** The number of an order of a thing that the company of a login name has redeemed and that waits for shipping. */
export async function redeemedThing(buyer: BrowserContext, db: Db, name: string): Promise<string> {
  const points = 7_001;
  const id = await offer(db, { kind: 'thing', name: '保温杯', points });
  await givePoints(db, name, points);
  const { list } = await get<AddressList>(buyer, '/api/address');
  const { order } = await post<Exchanged>(buyer, '/api/points/exchange', {
    json: JSON.stringify({ goods_id: id, points, address_id: list[0]?.id }),
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  return order.no;
}
