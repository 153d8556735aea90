/** Sets or ends an agreed price of a merchant's own item; it replaces open proposals for it. */
import { z } from 'zod';
import { AppError } from '#lib/contract/errors.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { ActRow } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { applyPrices, holdCompany, type PriceChange } from './price-changes.ts';
import { decideProposals, listWaitingProposals } from './price-proposal-rows.ts';
import { listPricesOf } from './price-rows.ts';

/** Writes it for a locked company. */
export async function putOwnPrice(
  tx: Tx,
  context: Context<'staff'>,
  { companyId, merchantId, ...change }: PriceChange & { companyId: number; merchantId: number },
): Promise<void> {
  const open = await listWaitingProposals(tx, companyId, [change.goodsId]);
  await decideProposals(
    tx,
    open.map(({ id }) => id),
    { state: 'replaced', decidedBy: context.actor.name, decidedAt: context.now },
  );
  await applyPrices(tx, context, companyId, [change], merchantId);
}

const asked = z.object({ goodsId: z.number(), price: z.number(), was: z.number().nullable() });

/** Confirms a price below the floor that a merchant set. Throws 409 where another one is in force now. */
export async function passLowPrice(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried> {
  const { goodsId, price, was } = asked.parse(row.payload);
  const { companyId } = row;
  await holdCompany(tx, companyId);
  const stands = (await listPricesOf(tx, companyId, [goodsId])).get(goodsId);
  if ((stands ?? null) !== was)
    throw new AppError(409, '这个商品的协议价在提出之后已变更，请驳回后由商家重新填写');
  const merchantId = must(row.merchantId, 'the merchant');
  await putOwnPrice(tx, context, { companyId, goodsId, merchantId, was: stands, price });
  return {};
}
