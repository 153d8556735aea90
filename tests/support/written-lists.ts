/** Labelled purchase lists in four styles, and how a list's rows compare with what its writer meant. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GoodsItem } from '#lib/contract/goods/calls.ts';
import { fromWire } from '#lib/contract/offers/terms.ts';
import type { PurchaseRow } from '#lib/contract/quick-order/calls.ts';
import { mayConfirmTogether } from '#lib/rules/purchase/confirm-all.ts';
import { splitPurchaseText } from '#lib/rules/purchase/purchase-split.ts';
import { quantityBounds, roundUpTo } from '#lib/rules/terms/quantity.ts';
import type { GoodsTerms } from '#lib/rules/terms/terms.ts';
import type { CallContext } from '#lib/server/core/context.ts';
import { readCsv } from '#lib/server/engines/tables/csv.ts';
import { matchPurchase } from '#lib/server/quick-order/match.ts';

/** prices: with prices and brands · tidy: numbered, all in full · curt: as little as possible · chat: out of a chat. */
export const styles = ['prices', 'tidy', 'curt', 'chat'] as const;
/** open: numbers and names that were once read wrong, beside ones that only look so. */
export type Style = (typeof styles)[number] | 'open';

/** A row that a line means. */
interface Meant {
  /** Any of them fits; none: the shop does not sell it. */
  names: string[];
  spec: string;
  maker: string;
  /** Pieces; 件2 are two cases, ~ is not told. */
  quantity: string;
  /** Nobody could tell without asking: the row must be marked. */
  isAsked: boolean;
}

interface WrittenLine {
  line: string;
  /** None for a greeting or a signature. */
  meant: Meant[];
}

/** A row of the file without a line belongs to the line above it; the name `-` says that a line names no goods. */
export function readWritten(style: Style): WrittenLine[] {
  const file = resolve(import.meta.dirname, `../server/data/lists/${style}.csv`);
  const lines: WrittenLine[] = [];
  for (const row of [...readCsv(readFileSync(file, 'utf8'))].slice(1)) {
    const [line = '', name = '', spec = '', maker = '', quantity = '', asked = ''] = row;
    if (row.length !== 6) continue;
    if (line !== '') lines.push({ line, meant: [] });
    if (name === '-') continue;
    const names = name === '' ? [] : name.split('/');
    lines.at(-1)?.meant.push({ names, spec, maker, quantity, isAsked: asked === 'ask' || name === '' });
  }
  return lines;
}

export interface Figures {
  lines: number;
  /** Lines whose rows are all what is meant, and marked where they have to be. */
  right: number;
  /** Of those, lines without a question. */
  ready: number;
  /** Wrong rows that would go into the cart unseen, now and after one press of 全部确认. */
  unmarked: string[];
  pressed: string[];
  /** Rows with the right goods in a wrong number: twice as many or half as many, unseen or after that press. */
  factors: string[];
  wrong: string[];
  asked: string[];
}

/** Matches each line by itself as this buyer would, and counts. */
export async function measureWritten(buyer: CallContext<'buyer'>, style: Style): Promise<Figures> {
  const figures: Figures = {
    lines: 0,
    right: 0,
    ready: 0,
    unmarked: [],
    pressed: [],
    factors: [],
    wrong: [],
    asked: [],
  };
  const written = readWritten(style);
  const found = await rowsOf(
    buyer,
    written.map(({ line }) => line),
  );
  for (const [at, { line, meant }] of written.entries()) {
    const rows = found[at] ?? [];
    const shown = `${line} → ${rows.map(shownRow).join(' | ') || 'no row'}`;
    const judged = rows.map((row, place) => compare(row, meant[place]));
    const isRight = rows.length === meant.length && judged.every((one) => one.isRight);
    if (meant.length > 0) {
      figures.lines++;
      if (isRight) figures.right++;
      if (isRight && rows.every(({ grade }) => grade === 'sure')) figures.ready++;
    }
    if (!isRight) figures.wrong.push(shown);
    else if (rows.some(({ grade }, place) => grade !== 'sure' && meant[place]?.isAsked === false))
      figures.asked.push(shown);
    for (const [place, row] of rows.entries()) {
      const one = judged[place];
      const goesUnseen = row.grade === 'sure';
      const goesTogether = goesUnseen || mayConfirmTogether({ ...row, isSettled: false });
      if (!one?.isRight && goesUnseen) figures.unmarked.push(shown);
      if (!one?.isGoods && goesTogether) figures.pressed.push(shown);
      if (one?.isOff && goesTogether) figures.factors.push(shown);
    }
    // A line that lost goods loses them unseen.
    if (rows.length < meant.length && rows.every(({ grade }) => grade === 'sure'))
      figures.unmarked.push(shown);
  }
  return figures;
}

/** The rows of each line, all lines matched at once: a row of another text than its entry is one of several. */
async function rowsOf(buyer: CallContext<'buyer'>, lines: readonly string[]): Promise<PurchaseRow[][]> {
  const { rows, left_out } = await matchPurchase(buyer, { text: lines.join('\n') });
  const talk = new Set(left_out);
  let next = 0;
  return lines.map((line) => {
    const found: PurchaseRow[] = [];
    for (const { raw } of splitPurchaseText(line)) {
      if (talk.has(raw)) continue;
      const isWhole = rows[next]?.text === raw;
      do {
        const row = rows[next++];
        if (row) found.push(row);
      } while (!isWhole && next < rows.length && isPart(rows[next]?.text ?? '', raw));
    }
    return found;
  });
}

function isPart(text: string, raw: string): boolean {
  return text.split(' ').every((word) => raw.includes(word));
}

function compare(row: PurchaseRow, meant: Meant | undefined) {
  const { goods, grade, number } = row;
  if (meant === undefined) return { isRight: false, isGoods: false, isOff: false };
  const { names, spec, maker, quantity, isAsked } = meant;
  if (names.length === 0) return { isRight: grade !== 'sure', isGoods: false, isOff: false };
  const isGoods =
    goods !== null &&
    names.includes(goods.name) &&
    (spec === '' || goods.ypgg === spec) &&
    goods.sccj.includes(maker);
  if (!isGoods) return { isRight: false, isGoods, isOff: false };
  const pieces = quantity.startsWith('件') ? Number(quantity.slice(1)) * goods.jzl : Number(quantity);
  // Nothing can be bought of it now: the number is 0 whatever was read.
  const isTold = quantity !== '~' && number > 0;
  const isMarked = grade !== 'sure';
  const isNumber = !isTold || number === pieces || fitsPacks(goods, pieces, number, isMarked);
  return {
    isGoods,
    isRight: isNumber && !(isAsked && !isMarked),
    isOff: isTold && !isNumber && (number >= 2 * pieces || number * 2 <= pieces),
  };
}

/** The next whole packs, or where the row is marked as little or as much as may be bought. */
function fitsPacks(goods: GoodsItem, pieces: number, number: number, isMarked: boolean): boolean {
  if (goods.terms === undefined) return false;
  const { min, max, step } = quantityBounds(fromWire<GoodsTerms>(goods.terms));
  const up = roundUpTo(pieces, step);
  return number === up || (isMarked && ((number === min && up < min) || (number === max && up > max)));
}

function shownRow({ grade, goods, number, reason, confidence }: PurchaseRow): string {
  return `${grade} ${confidence} ${goods?.name} ${goods?.ypgg} ${goods?.sccj} ${number} (${reason})`;
}
