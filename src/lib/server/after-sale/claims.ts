/** Pieces that may be claimed, and their refund (rules 3 and 4). */
import type {
  AfterSaleForm,
  AfterSalePreview,
  PreviewAfterSaleValues,
} from '#lib/contract/after-sale/calls.ts';
import { AppError } from '#lib/contract/errors.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { type AfterSaleStage, claimable } from '#lib/rules/orders/after-sale.ts';
import {
  type AfterSaleKind,
  afterSaleKinds,
  holdsPieces,
  tookPieces,
} from '#lib/rules/orders/after-sale-state.ts';
import type { RefundPlan } from '#lib/rules/orders/refund.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { listRecalledLots } from '../lots/recall-rows.ts';
import { type CaseLine, listClaimed } from '../orders/after-sale-line-rows.ts';
import { pointsBack, vouchersBack } from '../orders/pay-back.ts';
import { planOrderRefund } from '../orders/refund-plan.ts';
import { listLines, type OrderLineRow, type OrderRow } from '../orders/rows.ts';
import { listLots, listShipments } from '../tracking/shipment-rows.ts';

/** A lot of a line, with its claimable pieces. */
export interface Claimable {
  line: OrderLineRow;
  lotNo: string;
  expiresOn: string;
  most: number;
}

export interface Claims {
  stage: AfterSaleStage;
  /** Lines of the whole trade: gifts may be earned elsewhere. */
  lines: OrderLineRow[];
  rows: Claimable[];
  /** Claimable pieces of each line over all its lots. */
  most: ReadonlyMap<number, number>;
}

/** Claimable pieces of an order at a stage. */
export async function readClaims(
  db: Db | Tx,
  order: OrderRow,
  all: readonly OrderRow[],
  stage: AfterSaleStage,
): Promise<Claims> {
  const lines = (
    await listLines(
      db,
      all.map(({ no }) => no),
    )
  ).map(({ line }) => line);
  const own = lines.filter(({ orderNo }) => orderNo === order.no);
  const claimed = await listClaimed(db, order.no);
  // Unshipped pieces have no lot: each stage counts its own claims.
  const held = claimed.filter(
    ({ kind, state, lotNo }) => holdsPieces(kind, state) && (lotNo === '') === (stage === 'unsent'),
  );
  const back = claimed.filter(({ kind, state }) => tookPieces(kind, state));
  const sum = (list: typeof claimed, line: OrderLineRow, lotNo?: string) =>
    list
      .filter((one) => one.orderLineId === line.id && (lotNo === undefined || one.lotNo === lotNo))
      .reduce((pieces, one) => pieces + one.pieces, 0);
  const most = (line: OrderLineRow) =>
    claimable(
      {
        quantity: line.quantity,
        shipped: line.shippedQuantity,
        refunded: line.refundedQuantity,
        sentRefunded: line.sentRefundedQuantity,
      },
      sum(held, line),
      stage,
    );
  const mosts = new Map(own.map((line) => [line.id, most(line)]));
  if (stage === 'unsent') {
    const rows = own.map((line) => ({ line, lotNo: '', expiresOn: '', most: most(line) }));
    return { stage, lines, rows, most: mosts };
  }
  const shipments = await listShipments(db, order.no);
  const lots = await listLots(
    db,
    shipments.map(({ id }) => id),
  );
  const recalled = stage === 'recalled' ? await listRecalledLots(db, order.no) : null;
  const isOpen = (line: OrderLineRow, lotNo: string) =>
    recalled === null || recalled.some((lot) => lot.goodsId === line.goodsId && lot.lotNo === lotNo);
  const rows = own.flatMap((line) => {
    const sent = Map.groupBy(
      lots.filter(({ orderLineId, lotNo }) => orderLineId === line.id && isOpen(line, lotNo)),
      ({ lotNo }) => lotNo,
    );
    return [...sent].map(([lotNo, parcels]) => {
      const pieces = parcels.reduce((all, { quantity }) => all + quantity, 0);
      const left = pieces - sum(held, line, lotNo) - sum(back, line, lotNo);
      const [first] = parcels;
      return {
        line,
        lotNo,
        expiresOn: first?.expiresOn ?? '',
        most: Math.max(0, Math.min(left, most(line))),
      };
    });
  });
  return { stage, lines, rows, most: mosts };
}

export function claimWire(
  { line, lotNo, expiresOn, most }: Claimable,
  image: string,
): AfterSaleForm['lines'][number] {
  const { name, spec, maker, unit } = line.snapshot;
  return {
    line_id: line.id,
    lot_no: lotNo,
    expires_on: expiresOn,
    name,
    ypgg: spec,
    sccj: maker,
    bzdw: unit,
    image,
    is_gift: line.kind === 'gift' ? 1 : 0,
    most,
  };
}

/**
 * The claimed pieces, checked against what may be claimed. Throws 404 for a line or lot of another order, 409 for more
 * than is left, 422 for a repeated one or a refund of a gift.
 */
export function readAsked(claims: Claims, { no, kind, lines }: PreviewAfterSaleValues): CaseLine[] {
  const seen = new Set<string>();
  const left = new Map(claims.most);
  return lines.map(({ line_id: id, lot_no: lotNo, number }) => {
    const row = claims.rows.find((one) => one.line.id === id && one.lotNo === lotNo);
    if (!row) throw new AppError(404, `订单${no}没有这个批号的商品，请刷新后再试`);
    const key = `${id} ${lotNo}`;
    const { name, unit } = row.line.snapshot;
    if (seen.has(key)) throw new AppError(422, `“${name}”重复填写，请合并数量`);
    seen.add(key);
    // A gift of a recalled lot is returned like everything else of it.
    if (row.line.kind === 'gift' && afterSaleKinds[kind].refunds && claims.stage !== 'recalled')
      throw new AppError(422, `“${name}”是赠品，随商品一起退，不能单独退款`);
    if (kind === 'papers') return { orderLineId: id, lotNo, pieces: number };
    // Lots of one line share what the line has left.
    const rest = left.get(id) ?? 0;
    const most = Math.min(row.most, rest);
    if (number > most) throw new AppError(409, `“${name}”最多还可申请${most}${unit}，请刷新后再试`);
    left.set(id, rest - number);
    return { orderLineId: id, lotNo, pieces: number };
  });
}

/** Pieces by line, over all lots: the input of a refund. */
export function piecesByLine(lines: readonly CaseLine[]): { id: number; quantity: number }[] {
  const sums = new Map<number, number>();
  for (const { orderLineId, pieces } of lines) sums.set(orderLineId, (sums.get(orderLineId) ?? 0) + pieces);
  return [...sums].map(([id, quantity]) => ({ id, quantity }));
}

/** Bought pieces; the remaining ones are gifts, which were not paid for. */
export function boughtOf(
  asked: ReturnType<typeof piecesByLine>,
  lines: readonly Pick<OrderLineRow, 'id' | 'kind'>[],
): ReturnType<typeof piecesByLine> {
  const gifts = new Set(lines.filter(({ kind }) => kind === 'gift').map(({ id }) => id));
  return asked.filter(({ id }) => !gifts.has(id));
}

/** The refund of pieces of an order, as it would be now. Throws 409 for a set torn apart. */
export function previewBack(
  order: OrderRow,
  all: readonly OrderRow[],
  claims: Claims,
  kind: AfterSaleKind,
  lines: readonly CaseLine[],
): { wire: AfterSalePreview; amount: number } {
  if (!afterSaleKinds[kind].refunds) return { amount: 0, wire: wireOf(null, 0, 0, []) };
  const returns = boughtOf(piecesByLine(lines), claims.lines);
  if (returns.length === 0) return { amount: 0, wire: wireOf(null, 0, 0, []) };
  const plan = planOrderRefund(
    { order, all, lines: claims.lines },
    { returns, cause: { kind: 'case', stage: claims.stage } },
  );
  const byId = new Map(claims.lines.map((line) => [line.id, line]));
  const vouchers = vouchersBack(plan, byId).reduce((sum, { amount }) => sum + amount, 0);
  const gifts = plan.gifts.map(({ id, quantity }) => {
    const { name, unit } = must(byId.get(id), `gift ${id} of a plan`).snapshot;
    return { name, number: quantity, bzdw: unit };
  });
  return { amount: plan.total, wire: wireOf(plan, vouchers, pointsBack(order, plan.total), gifts) };
}

function wireOf(
  plan: RefundPlan | null,
  vouchers: number,
  points: number,
  gifts: AfterSalePreview['gifts'],
): AfterSalePreview {
  return {
    amount: formatYuan(plan?.total ?? 0),
    freight: formatYuan(plan?.freight ?? 0),
    voucher_amount: formatYuan(vouchers),
    points,
    gifts,
  };
}
