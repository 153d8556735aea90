/** The receiving package of an order: what there is, what is missing, and asking for it. */
import { AppError } from '#lib/contract/errors.ts';
import type { OrderPapers, PapersInput } from '#lib/contract/receiving/schema.ts';
import { paperNames } from '#lib/rules/companies/qualification.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { findNoteHead } from '../../repos/notes.ts';
import { insertWishes, listMerchantPapers, listSentLots, type SentLot } from '../../repos/receiving.ts';
import { reportAddress } from '../lots/desk.ts';

/** `GET /api/order/{no}/papers`. Throws 404 for an order of another company. */
export async function getOrderPapers(context: Context<'buyer'>, input: PapersInput): Promise<OrderPapers> {
  const found = await findOrderPapers(context, input);
  if (found === null) throw new AppError(404, '订单不存在');
  return found;
}

/** The same, null where there is none. */
export async function findOrderPapers(
  { db, actor: { account } }: Context<'buyer'>,
  { no }: PapersInput,
): Promise<OrderPapers | null> {
  const { companyId } = account;
  const head = await findNoteHead(db, no, { companyId });
  if (head === null) return null;
  const sent = await listSentLots(db, { no, companyId });
  const lots = lotsOf(sent);
  const missing = lots.filter(({ report }) => report === null);
  return {
    no,
    merchant: head.sender,
    parcels: new Set(sent.map(({ trackingNo }) => trackingNo)).size,
    trace_codes: sent.reduce((sum, { traceCodes }) => sum + traceCodes.length, 0),
    lots: lots.map((lot) => ({
      goods_id: lot.goodsId,
      name: lot.name,
      spec: lot.spec,
      unit: lot.unit,
      lot_no: lot.lotNo,
      produced_on: lot.producedOn,
      expires_on: lot.expiresOn,
      quantity: lot.quantity,
      report_url: lot.report === null ? '' : reportAddress(lot.goodsId, lot.lotNo),
      is_asked: lot.isAsked ? 1 : 0,
    })),
    missing: missing.length,
    unasked: missing.filter(({ isAsked }) => !isAsked).length,
    licences: await licencesOf(db, head.merchantId),
    zip_url: `/file/package/${no}`,
  };
}

/** Each lot once, however many parcels and lines carried it. */
export function lotsOf(sent: readonly SentLot[]): SentLot[] {
  return [...Map.groupBy(sent, ({ goodsId, lotNo }) => `${goodsId} ${lotNo}`).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, quantity: same.reduce((sum, { quantity }) => sum + quantity, 0) }] : [];
  });
}

/** The merchant's papers in Chinese. */
export async function licencesOf(db: Db, merchantId: number): Promise<OrderPapers['licences']> {
  return (await listMerchantPapers(db, merchantId)).map(({ kind, number, validTo }) => ({
    kind_text: paperNames[kind],
    number,
    valid_to: validTo ?? '长期',
  }));
}

/**
 * `POST /api/order/{no}/papers`: asks the merchant for every report that is missing; it stands on their desk of lots, and
 * the company is told when it comes. Again it changes nothing. Throws 404 for an order of another company.
 */
export async function askOrderPapers(context: Context<'buyer'>, input: PapersInput): Promise<OrderPapers> {
  const { db, now, actor } = context;
  const { companyId } = actor.account;
  await db.transaction(async (tx) => {
    const missing = lotsOf(await listSentLots(tx, { no: input.no, companyId })).filter(
      ({ report }) => report === null,
    );
    // Those who ask for several at once take them in one order.
    missing.sort((a, b) => a.goodsId - b.goodsId || a.lotNo.localeCompare(b.lotNo));
    await insertWishes(tx, { companyId, orderNo: input.no, now }, missing);
  });
  return getOrderPapers(context, input);
}
