/** Unshipped pieces for which the buyer requests a refund: they are not shipped unseen (rules 3). */
import type { AskedBack } from './case-rows.ts';
import { type Content, leftToShip } from './parcel-content.ts';
import type { OrderLineRow } from './rows.ts';

/** Pieces of a line that are asked back. */
export function askedBackOf(asked: readonly AskedBack[], lineId: number): number {
  return asked.filter((one) => one.lineId === lineId).reduce((sum, { pieces }) => sum + pieces, 0);
}

/** Pieces of a line that may be shipped without answering a request. */
export function freeToShip(line: OrderLineRow, asked: readonly AskedBack[]): number {
  return Math.max(0, leftToShip(line) - askedBackOf(asked, line.id));
}

/** Lines of a parcel that would take pieces which are asked back. */
export function linesAskedBack(content: Content, asked: readonly AskedBack[]): OrderLineRow[] {
  return content.flatMap(({ line, pieces }) => (pieces > freeToShip(line, asked) ? [line] : []));
}

/** The sentence about them. */
export function askedBackText(lines: readonly OrderLineRow[], asked: readonly AskedBack[]): string {
  return lines
    .map((line) => `“${line.snapshot.name}”有${askedBackOf(asked, line.id)}${line.snapshot.unit}`)
    .join('、');
}
