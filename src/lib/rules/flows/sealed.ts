/** What may not change in an order's record once it is sealed: later shipments, refunds and invoices only add to it. */
import type { FlowBreak, sealedCauses } from './causes.ts';
import { type FlowLine, namedLines, type OrderFlow } from './flow.ts';

type Figure = [cause: (typeof sealedCauses)[number], about: string, before: number, now: number];

/** What was changed or is gone since the record was sealed. */
export function sealedBreaks(before: OrderFlow, now: OrderFlow): FlowBreak[] {
  const fixed: Figure[] = [
    ['sealed_party', '企业', before.company, now.company],
    ['sealed_party', '商家', before.merchant, now.merchant],
    ['sealed_party', '付款时间', Date.parse(before.paidAt), Date.parse(now.paidAt)],
    ['sealed', '订单实付', before.total, now.total],
    ['sealed', '运费', before.freight, now.freight],
    ['sealed', '账上销售', before.ledger.sold, now.ledger.sold],
    ['sealed', '收款', before.payment.came, now.payment.came],
  ];
  const growing: Figure[] = [
    ['sealed', '订单退款', before.refunded, now.refunded],
    ['sealed', '账上退款', before.ledger.refunded, now.ledger.refunded],
    ['sealed', '退款单', before.payment.refunded, now.payment.refunded],
  ];
  for (const line of namedLines(before)) {
    const same = now.lines.find((one) => one.line === line.line);
    fixed.push(
      ['sealed_pieces', `${line.name}数量`, line.pieces, same?.pieces ?? 0],
      ['sealed', `${line.name}实付`, line.paid, same?.paid ?? 0],
    );
    growing.push(
      ['sealed_pieces', `${line.name}已发`, line.shipped, same?.shipped ?? 0],
      ['sealed', `${line.name}退款`, line.refunded, same?.refunded ?? 0],
    );
    for (const lot of new Set(line.lots.map((one) => one.lot)))
      growing.push([
        'sealed_pieces',
        `${line.name}批号${lot}`,
        piecesOf(line, lot),
        same ? piecesOf(same, lot) : 0,
      ]);
  }
  for (const { number, gross, net, tax } of before.invoices) {
    const same = now.invoices.find((one) => one.number === number);
    fixed.push(
      ['sealed', `发票${number}价税合计`, gross, same?.gross ?? 0],
      ['sealed', `发票${number}金额`, net, same?.net ?? 0],
      ['sealed', `发票${number}税额`, tax, same?.tax ?? 0],
    );
  }
  const changed = fixed.filter(([, , was, is]) => was !== is);
  const lower = growing.filter(([, , was, is]) => is < was);
  return [...changed, ...lower].map(([cause, about, wanted, found]) => ({ cause, about, wanted, found }));
}

/** A lot may be in several parcels, whose numbers may be corrected. */
function piecesOf({ lots }: FlowLine, lot: string): number {
  return lots.reduce((sum, one) => sum + (one.lot === lot ? one.pieces : 0), 0);
}
