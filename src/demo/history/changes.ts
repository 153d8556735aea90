/** A set of changes that waits for a second person: a clearance of two items, which the merchant's administrator finds. */
import { and, eq } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import { actOnChange } from '#lib/server/changes/act.ts';
import { makeChange } from '#lib/server/changes/make.ts';
import type { Context } from '#lib/server/core/context.ts';
import type { Db } from '#lib/server/db/client.ts';
import { changeSet, goods } from '#lib/server/db/schema.ts';
import { goodsPlain, goodsPlainSecond } from '../seed/known.ts';

const kept = {
  ...{ price: '', minQuantity: '', limitQuantity: '', dayLimit: '', weekLimit: '', withCoupon: '' },
  ...{ taxRate: '', taxPolicy: '', taxCode: '', taxFrom: '' },
};

/** Makes it by the shop's own calls where none waits yet; returns its number, null where one does. */
export async function seedChanges(db: Db, now: Date): Promise<number | null> {
  const [item] = await db.select({ id: goods.merchantId }).from(goods).where(eq(goods.id, goodsPlain));
  const merchantId = must(item, 'the demo’s item').id;
  const waits = and(eq(changeSet.merchantId, merchantId), eq(changeSet.state, 'waiting'));
  if ((await db.$count(changeSet, waits)) > 0) return null;
  const actor = { kind: 'merchant', name: 'shangpin', merchantId } as const;
  const context: Context<'merchant'> = { db, now, actor, requestId: 'demo' };
  const { set } = await makeChange(context, {
    ...{ subject: 'goods', token: 'demo-clearance', source: 'ticked', ids: [goodsPlain, goodsPlainSecond] },
    ...{ keyword: '', view: '', reason: '近效期清仓' },
    values: { ...kept, memberPrice: '1.20', isOnShelf: '' },
  });
  return (await actOnChange(context, { id: set.id, verb: 'run', word: '' })).id;
}
