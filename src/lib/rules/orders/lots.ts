/**
 * Lots of an item: which of them a sale reserves and a parcel contains (rules 5). The earliest to expire goes first.
 */
import { keysOf } from '../terms/keys.ts';
import { hasPassed, isNearExpiry, latestExpiry } from '../terms/shelf-life.ts';
import type { EpochMs, Id } from '../terms/terms.ts';
import { lotForm, lotKey } from '../text/lot-number.ts';

/** Movements of pieces of a lot, in the words of the desks. */
export const lotMoves = {
  put_in: '入库',
  shipped: '发货',
  short: '缺货核减',
  counted: '盘点',
  expired: '过期核销',
  returned: '退货待处理',
  put_back: '退货放回可售',
  written_off: '退货报损',
  damaged: '报损',
  cancelled: '撤销入库',
  corrected: '更正批号或日期',
  locked: '质量锁定',
  unlocked: '解除锁定',
} as const satisfies Record<string, string>;
type LotMoveKind = keyof typeof lotMoves;

/**
 * A put-in of a table is cancelled with the others only while none of these came after it: the pieces have gone, or a
 * person has recorded the lot anew. Other put-ins, returned pieces and locks change nothing of it.
 */
export const movesUsingPutIn = [
  'shipped',
  'short',
  'counted',
  'expired',
  'damaged',
  'corrected',
] as const satisfies readonly LotMoveKind[];

/** Returned pieces are stored separately: how a movement changes the pieces on hand, and the returned ones. */
export function lotEffect(kind: LotMoveKind, pieces: number): { onHand: number; returned: number } {
  if (kind === 'returned' || kind === 'written_off') return { onHand: 0, returned: pieces };
  return { onHand: pieces, returned: kind === 'put_back' ? -pieces : 0 };
}

/** The decisions about returned pieces. */
export const returnedActs = {
  put_back: { text: '放回可售', note: '验收合格的退货放回库存，可以再次销售。', isSold: true },
  written_off: { text: '报损', note: '不合格的退货不再销售，按不合格药品处理。', isSold: false },
} as const satisfies Partial<Record<LotMoveKind, { text: string; note: string; isSold: boolean }>>;
export type ReturnedAct = keyof typeof returnedActs;
export const returnedActKeys = keysOf(returnedActs);

/** Filters of the desks' list of lots. */
export const lotStates = {
  stock: '在库',
  near: '近效期',
  returned: '退货待处理',
  locked: '质量锁定',
  recalled: '已召回',
  passed: '已过期',
  unreported: '缺药检报告',
  asked: '买家索取药检报告',
  all: '全部',
} as const satisfies Record<string, string>;

/** A lot in the warehouse. Pieces are counted in the goods' own unit. */
export interface Lot {
  id: Id;
  goodsId: Id;
  /** Its last day, YYYY-MM-DD in Shanghai. */
  expiresOn: string;
  /** Pieces in the warehouse. */
  onHand: number;
  /** Of these, pieces reserved by lines of paid orders. */
  held: number;
  isRecalled: boolean;
  /** 质量锁定: not sold or shipped until it is lifted. */
  isLocked: boolean;
}

/** Pieces of a lot reserved by a line. */
export interface LotHold {
  lineId: Id;
  lotId: Id;
  pieces: number;
}

/** A line's need of its item's lots, `pieces` in total. */
export interface LotNeed {
  lineId: Id;
  goodsId: Id;
  pieces: number;
}

/** True for a lot that may go out: neither recalled nor locked, its last day not over. */
export function mayGoOut(lot: Pick<Lot, 'expiresOn' | 'isRecalled' | 'isLocked'>, now: EpochMs): boolean {
  return !lot.isRecalled && !lot.isLocked && !hasPassed(lot.expiresOn, now);
}

/** Lots as they go out: the earliest to expire first, of the same day the one that came first. */
export function byExpiry<L extends Pick<Lot, 'id' | 'expiresOn'>>(lots: readonly L[]): L[] {
  return [...lots].sort((a, b) => a.expiresOn.localeCompare(b.expiresOn) || a.id - b.id);
}

/**
 * The reservations after lines got what they still need: existing ones stay where the lot may be shipped; the rest
 * comes from free pieces, the earliest to expire first. `needs` are served in order. A line gets less than it needs
 * where no lot has more; reservations beyond a line's need are released, the last to expire first.
 */
export function planHolds(
  lots: readonly Lot[],
  holds: readonly LotHold[],
  needs: readonly LotNeed[],
  now: EpochMs,
): LotHold[] {
  const inOrder = byExpiry(lots.filter((lot) => mayGoOut(lot, now)));
  const asked = new Set(needs.map(({ lineId }) => lineId));
  const free = new Map(lots.map((lot) => [lot.id, lot.onHand - lot.held]));
  // The reservations of the requested lines are distributed again.
  for (const { lineId, lotId, pieces } of holds)
    if (asked.has(lineId)) free.set(lotId, (free.get(lotId) ?? 0) + pieces);
  const planned = new Map<string, LotHold>();
  const take = (lineId: Id, lotId: Id, most: number): number => {
    const pieces = Math.max(0, Math.min(most, free.get(lotId) ?? 0));
    if (pieces === 0) return 0;
    free.set(lotId, (free.get(lotId) ?? 0) - pieces);
    const key = `${lineId} ${lotId}`;
    const same = planned.get(key);
    if (same) same.pieces += pieces;
    else planned.set(key, { lineId, lotId, pieces });
    return pieces;
  };
  const left = new Map(needs.map(({ lineId, pieces }) => [lineId, pieces]));
  const serve = (need: LotNeed, lot: Lot, most: number) => {
    const rest = left.get(need.lineId) ?? 0;
    left.set(need.lineId, rest - take(need.lineId, lot.id, Math.min(most, rest)));
  };
  // First what each has already, so that a later line never takes an earlier one's lot away.
  const heldBy = Map.groupBy(holds, ({ lineId }) => lineId);
  for (const need of needs) {
    const own = new Map((heldBy.get(need.lineId) ?? []).map(({ lotId, pieces }) => [lotId, pieces]));
    if (own.size > 0) for (const lot of inOrder) serve(need, lot, own.get(lot.id) ?? 0);
  }
  const ofGoods = Map.groupBy(inOrder, ({ goodsId }) => goodsId);
  for (const need of needs) for (const lot of ofGoods.get(need.goodsId) ?? []) serve(need, lot, need.pieces);
  return [...planned.values()];
}

/**
 * The lot of an item that a text names, in any spelling of either; one with the same text first. Undefined for none.
 */
export function lotNamed<L extends { lotNo: string }>(lots: readonly L[], text: string): L | undefined {
  const form = lotForm(text);
  return lots.find(({ lotNo }) => lotNo === text) ?? lots.find(({ lotNo }) => lotForm(lotNo) === form);
}

/** Lots of an item that are the same one for a recall: their numbers differ in form or case only. */
export function lotsAlike<L extends { lotNo: string }>(lots: readonly L[], text: string): L[] {
  const key = lotKey(text);
  return lots.filter(({ lotNo }) => lotKey(lotNo) === key);
}

/** The questions before pieces of a lot are put in, each a sentence. */
export function putInQuestions(
  row: { lotNo: string; producedOn: string; expiresOn: string },
  { lots, shelfLifeMonths }: { lots: readonly { lotNo: string }[]; shelfLifeMonths: number },
): string[] {
  const questions: string[] = [];
  const [other] = lotNamed(lots, row.lotNo) === undefined ? lotsAlike(lots, row.lotNo) : [];
  if (other)
    questions.push(
      `已有批号${other.lotNo}，与${row.lotNo}只差大小写：是同一批请改填${other.lotNo}，确为另一批再确认`,
    );
  const latest = latestExpiry(row.producedOn, shelfLifeMonths);
  if (row.expiresOn > latest)
    questions.push(
      `有效期${row.expiresOn}超过了商品的有效期${shelfLifeMonths}个月（按生产日期应不晚于${latest}），请核对包装`,
    );
  return questions;
}

/** The state of a lot, in the words of the desks. A recall takes precedence over a lock, a lock over its days. */
export function lotStateText(
  { expiresOn, isRecalled, isLocked, onHand }: Pick<Lot, 'expiresOn' | 'isRecalled' | 'isLocked' | 'onHand'>,
  now: EpochMs,
): string {
  if (isRecalled) return lotStates.recalled;
  if (isLocked) return lotStates.locked;
  if (hasPassed(expiresOn, now)) return lotStates.passed;
  if (onHand === 0) return '无库存';
  return isNearExpiry(expiresOn, now) ? lotStates.near : lotStates.stock;
}
