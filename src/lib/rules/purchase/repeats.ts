/** Items in more than one row of a purchase list: pasted twice, or wanted twice? */

/** What the decision needs of a row. */
export interface RowOfGoods {
  /** null where nothing was found. */
  goodsId: number | null;
  /** Pieces; 0 when nothing can be bought. */
  number: number;
}

/** One item and the indexes of its rows, from 0, in order. */
export interface Repeat {
  goodsId: number;
  places: number[];
  /** Pieces of all its rows. */
  number: number;
}

/** The goods that several rows would buy, in the order of their first row. */
export function repeatsOf(rows: readonly RowOfGoods[]): Repeat[] {
  const found = new Map<number, Repeat>();
  rows.forEach(({ goodsId, number }, place) => {
    if (goodsId === null || number <= 0) return;
    const known = found.get(goodsId);
    if (known === undefined) found.set(goodsId, { goodsId, places: [place], number });
    else {
      known.places.push(place);
      known.number += number;
    }
  });
  return [...found.values()].filter(({ places }) => places.length > 1);
}
