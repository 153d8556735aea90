/**
 * Receiving parcels: the order is completed, and differences become after-sale cases in the same transaction (rules 3).
 * While parcels are still to come, differences in the others can be reported already; the order goes on.
 */
import type { AskAfterSaleValues } from '#lib/contract/after-sale/calls.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  PreviewReceiptValues,
  ReceiptPreview,
  ReceiveOrderValues,
  ReceivingSheet,
} from '#lib/contract/receiving.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { findAskFault } from '#lib/rules/orders/after-sale.ts';
import { afterSaleKinds } from '#lib/rules/orders/after-sale-state.ts';
import { orderCan, orderIs, orderStatusText } from '#lib/rules/orders/order-state.ts';
import { type Difference, differences, differencesOf, differingText } from '#lib/rules/orders/receiving.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Claims, previewBack, readAsked, readClaims } from '../after-sale/claims.ts';
import { openCase } from '../after-sale/open.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { findCaseByToken } from '../orders/after-sale-rows.ts';
import { completeOrder } from '../orders/complete.ts';
import { factsOf } from '../orders/facts.ts';
import { insertEvents } from '../orders/new-order-rows.ts';
import { getOwnOrder } from '../orders/read.ts';
import { listOrdersOfTrades, type OrderRow } from '../orders/rows.ts';
import { lockTrades } from '../orders/trade-rows.ts';
import { keepArrivals, readArrivals } from './arrivals.ts';
import { listScannedOrders } from './many-rows.ts';
import { getReceivingSheet } from './sheet.ts';

/** Differences of one kind: one case. */
interface Group {
  difference: Difference;
  lines: { line_id: number; lot_no: string; number: number }[];
  amount: number;
}

/** A case for each kind of difference, with its amount. Throws as `readAsked`, 409 for a set torn apart. */
function groupsOf(
  order: OrderRow,
  all: readonly OrderRow[],
  claims: Claims,
  { no, differences: found }: PreviewReceiptValues,
): Group[] {
  if (found.length === 0) return [];
  const known = differencesOf({ isCold: order.isColdChain });
  const strange = found.find(({ difference }) => !known.includes(difference));
  if (strange) throw new AppError(422, `不是冷链订单，不能登记${differences[strange.difference].text}`);
  // Of one lot some may be missing and others broken: together no more than came.
  const sums = [...Map.groupBy(found, (one) => `${one.line_id} ${one.lot_no}`).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, number: same.reduce((sum, { number }) => sum + number, 0) }] : [];
  });
  readAsked(claims, { no, kind: 'return_refund', lines: sums });
  return [...Map.groupBy(found, (one) => one.difference)].map(([difference, lines]) => {
    const { kind } = differences[difference];
    const { amount } = previewBack(order, all, claims, kind, readAsked(claims, { no, kind, lines }));
    return { difference, lines, amount };
  });
}

/** `POST /api/order/{no}/receiving/preview`: the refund of the differences, before they are reported. */
export async function previewReceipt(
  context: Context<'buyer'>,
  input: PreviewReceiptValues,
): Promise<ReceiptPreview> {
  const { db, now } = context;
  const order = await getOwnOrder(context, input.no);
  receiptOf(order, now);
  const all = await listOrdersOfTrades(db, [order.tradeNo]);
  const claims = await readClaims(db, order, all, 'received');
  const groups = groupsOf(order, all, claims, input);
  return {
    cases: groups.map(({ difference, amount }) => ({
      difference_text: differences[difference].text,
      kind_text: afterSaleKinds[differences[difference].kind].text,
      amount: formatYuan(amount),
    })),
    amount: formatYuan(groups.reduce((sum, { amount }) => sum + amount, 0)),
  };
}

/**
 * The kind of receipt possible now: `whole` confirms it, `part` reports differences while parcels are still to come,
 * `after` reports them after the confirmation. Throws 409 where none is possible.
 */
function receiptOf(order: OrderRow, now: Date): 'whole' | 'part' | 'after' {
  const facts = factsOf(order);
  if (orderCan.confirm(facts, now.getTime())) return 'whole';
  if (orderIs.partShipped(order.status)) return 'part';
  if (orderCan.aftersale(facts, now.getTime())) return 'after';
  throw new AppError(409, `订单${orderStatusText(facts, now.getTime())}，不能验收收货`);
}

/**
 * `POST /api/order/{no}/receiving`: confirms the receipt and opens a case for each kind of difference, all or nothing
 * and once a form; where parcels are still to come only the cases. For a refrigerated order it saves the parcels'
 * temperatures. Throws 422 for a missing picture or temperature, 404 for lots that did not come, 409 where the order,
 * its pieces or the amount are not what the sheet showed: a colleague was faster.
 */
export async function receiveOrder(
  context: Context<'buyer'>,
  input: ReceiveOrderValues,
): Promise<ReceivingSheet> {
  const { db, actor } = context;
  const found = await getOwnOrder(context, input.no);
  await db.transaction(async (tx) => {
    await lockTrades(tx, [found.tradeNo]);
    for (const { difference } of input.differences)
      if ((await findCaseByToken(tx, actor.account.companyId, tokenOf(input, difference))) !== null) return;
    await receiveWithin(tx, context, found, input);
  });
  return getReceivingSheet(context, input);
}

function tokenOf({ token }: ReceiveOrderValues, difference: Difference): string {
  return `${token}:${difference}`;
}

async function receiveWithin(
  tx: Tx,
  context: Context<'buyer'>,
  { no, tradeNo }: OrderRow,
  input: ReceiveOrderValues,
): Promise<void> {
  const { now } = context;
  const all = await listOrdersOfTrades(tx, [tradeNo]);
  const own = (list: readonly OrderRow[]) =>
    must(
      list.find((one) => one.no === no),
      `order ${no} in its trade`,
    );
  const order = own(all);
  // Confirmed before, without differences: a repeat.
  const isSilent = input.differences.length === 0 && input.arrivals.length === 0;
  if (isSilent && orderIs.completed(order.status)) return;
  const receipt = receiptOf(order, now);
  const isConfirming = receipt === 'whole';
  if (receipt === 'part' && isSilent) throw new AppError(409, '还有商品没有发出，全部发货后再确认收货');
  if (!isConfirming && input.is_received === 0 && input.differences.length > 0)
    throw new AppError(409, '订单刚刚已确认收货，请刷新后核对，再提交差异');
  if (isConfirming && input.is_received === 1)
    throw new AppError(409, '其余商品刚刚已发出，请刷新后核对，再确认收货');
  const claims = await readClaims(tx, order, all, 'received');
  const groups = groupsOf(order, all, claims, input);
  const arrivals = await readArrivals(tx, order, claims, input, isConfirming);
  const amount = groups.reduce((sum, one) => sum + one.amount, 0);
  if (amount !== parseYuan(input.expected_amount))
    throw new AppError(409, `可退金额已变为¥${showYuan(amount)}，请核对后再提交`);
  const asks = groups.map((group) => askOf(group, input));
  const text = differingText(
    input.differences.map(({ difference, number }) => ({ difference, pieces: number })),
  );
  const actor = recordOf(context);
  const { companyId, userId } = context.actor.account;
  await keepArrivals(tx, arrivals, { companyId, userId, now });
  if (isConfirming) {
    const note = text === '' ? '买家验收收货，数量和批号相符' : `买家验收收货，${text}`;
    const scanned = await listScannedOrders(tx, companyId, { nos: [no], codes: input.codes ?? [] });
    await completeOrder(tx, order, { note, actor, at: now, isScanned: scanned.has(no) });
  } else if (receipt === 'part' && text !== '') {
    const { status } = order;
    const note = `买家验收已到的包裹，${text}`;
    await insertEvents(tx, [{ orderNo: no, fromStatus: status, toStatus: status, note, actor, at: now }]);
  }
  const after = await listOrdersOfTrades(tx, [tradeNo]);
  for (const ask of asks)
    await openCase(context, tx, { order: own(after), all: after, stage: 'received' }, ask);
}

/** A kind of difference as an after-sale request. Throws 422 without the picture that its kind needs. */
function askOf({ difference, lines, amount }: Group, input: ReceiveOrderValues): AskAfterSaleValues {
  const { text, kind, reason } = differences[difference];
  const fault = findAskFault('received', { kind, reasons: [reason], pictures: input.pictures.length });
  if (fault) throw fieldError(fault.field, fault.text);
  return {
    no: input.no,
    kind,
    lines,
    reasons: [reason],
    text: `验收：${text}${input.text === '' ? '' : `。${input.text}`}`,
    pictures: input.pictures,
    expected_amount: formatYuan(amount),
    token: tokenOf(input, difference),
  };
}
