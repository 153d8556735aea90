/** After-sale cases on the wire. */
import type { AfterSaleDetail, AfterSaleRow } from '#lib/contract/after-sale/calls.ts';
import { actorText } from '#lib/rules/companies/actors.ts';
import { returnToOf } from '#lib/rules/companies/merchant-contact.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import {
  type AfterSaleSide,
  afterSaleActions,
  afterSaleKinds,
  afterSaleStateText,
  afterSaleVerbs,
  effectiveAfterSale,
  isAfterSaleOver,
  isWithPlatform,
} from '#lib/rules/orders/after-sale-state.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { findMerchant } from '../catalogue/rows.ts';
import type { Db } from '../db/client.ts';
import { fileWireOf } from '../files/wire.ts';
import { listCaseLines } from '../orders/after-sale-line-rows.ts';
import { type CaseNote, listNoteFiles, listNotes } from '../orders/after-sale-note-rows.ts';
import type { CaseFound } from '../orders/after-sale-rows.ts';
import { caseFacts } from '../orders/cases.ts';
import { listLines } from '../orders/rows.ts';

/** Cases of a list. */
export async function rowsOf(db: Db, found: readonly CaseFound[], now: Date): Promise<AfterSaleRow[]> {
  const lines = await listCaseLines(
    db,
    found.map(({ row }) => row.id),
  );
  const names = new Map(
    (await listLines(db, [...new Set(found.map(({ row }) => row.orderNo))])).map(({ line }) => [
      line.id,
      line.snapshot,
    ]),
  );
  return found.map((one) => {
    const own = lines.filter(({ afterSaleId }) => afterSaleId === one.row.id);
    const goods = [...new Set(own.map(({ orderLineId }) => names.get(orderLineId)?.name ?? ''))];
    return rowOf(one, goods.join('、'), now);
  });
}

function rowOf({ row, merchant }: CaseFound, goods: string, now: Date): AfterSaleRow {
  const facts = caseFacts(row);
  const at = now.getTime();
  const state = effectiveAfterSale(facts, at);
  return {
    id: row.id,
    order_no: row.orderNo,
    merchant,
    kind: row.kind,
    kind_text: afterSaleKinds[row.kind].text,
    state,
    status_text: afterSaleStateText(facts, at),
    is_open: isAfterSaleOver(state) ? 0 : 1,
    reason: row.reasons.join('、'),
    amount: formatYuan(row.amount),
    refunded_amount: row.refunded === null ? '' : formatYuan(row.refunded),
    goods,
    due_at: isAfterSaleOver(state) || isWithPlatform(facts, at) ? null : (row.dueAt?.toISOString() ?? null),
    waits_for: waitsFor(facts, at),
    created_at: row.createdAt.toISOString(),
  };
}

function waitsFor(facts: ReturnType<typeof caseFacts>, at: number): AfterSaleSide | '' {
  if (isWithPlatform(facts, at)) return 'platform';
  const state = effectiveAfterSale(facts, at);
  if (state === 'to_return') return 'buyer';
  return state === 'reviewing' || state === 'to_inspect' ? 'merchant' : '';
}

/** One case for one side. */
export async function detailOf(
  db: Db,
  found: CaseFound,
  side: AfterSaleSide,
  now: Date,
): Promise<AfterSaleDetail> {
  const { row } = found;
  const [lines, ordered, notes, merchant] = await Promise.all([
    listCaseLines(db, [row.id]),
    listLines(db, [row.orderNo]),
    listNotes(db, row.id),
    findMerchant(db, row.merchantId),
  ]);
  const files = await listNoteFiles(
    db,
    notes.map(({ id }) => id),
  );
  const facts = caseFacts(row);
  const snapshots = new Map(ordered.map(({ line }) => [line.id, line.snapshot]));
  const state = effectiveAfterSale(facts, now.getTime());
  const isTravelling = state === 'to_return' || state === 'to_inspect';
  const goods = [...new Set(lines.map(({ orderLineId }) => snapshots.get(orderLineId)?.name ?? ''))];
  return {
    ...rowOf(found, goods.join('、'), now),
    merchant_id: row.merchantId,
    lines: lines.map(({ orderLineId, lotNo, pieces }) => {
      const snapshot = snapshots.get(orderLineId);
      return {
        line_id: orderLineId,
        name: snapshot?.name ?? '',
        ypgg: snapshot?.spec ?? '',
        sccj: snapshot?.maker ?? '',
        bzdw: snapshot?.unit ?? '',
        lot_no: lotNo,
        number: pieces,
      };
    }),
    carrier: row.carrier,
    tracking_no: row.trackingNo,
    has_arrived: row.arrivedAt === null ? 0 : 1,
    is_recall: row.stage === 'recalled' ? 1 : 0,
    return_to:
      // Goods on their way were sent to the address of that day.
      isTravelling && merchant ? (row.returnTo ?? returnToOf(merchant, merchant)) : null,
    actions: afterSaleActions(facts, side, now.getTime()).map((verb) => ({
      verb,
      text: afterSaleVerbs[verb].text,
    })),
    may_talk: 1,
    notes: notes.map((note) => noteWire(note, files, side)),
    now: now.toISOString(),
  };
}

const otherActs: Record<string, string> = {
  ask: '提交申请',
  done: '退款已退回',
  escalate: '超时未答复，转平台处理',
  lapse: '超时未寄回，自动撤销',
  close: '订单已全部退款，自动撤销',
};

function noteWire(
  note: CaseNote,
  files: Awaited<ReturnType<typeof listNoteFiles>>,
  reader: AfterSaleSide,
): AfterSaleDetail['notes'][number] {
  const side = actorText(note.side);
  // A buyer deals with the merchant and the platform, not with their people.
  const isNamed = reader !== 'buyer' && note.side !== 'buyer' && note.side !== 'system';
  const act = isKeyOf(afterSaleVerbs, note.act) ? afterSaleVerbs[note.act].text : (otherActs[note.act] ?? '');
  return {
    id: note.id,
    side: note.side,
    who: isNamed ? `${side} ${note.actorId}` : side,
    act,
    text: note.text,
    files: files.filter(({ noteId }) => noteId === note.id).map(({ file }) => fileWireOf(file)),
    at: note.at.toISOString(),
  };
}
