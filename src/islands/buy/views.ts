// @unocss-include: this file has the classes of the buy row, and .ts files are not scanned for classes otherwise.

/** Where a buy row is shown. */
export type View = 'card' | 'row' | 'detail';

/** The component of a buy row: passed to components that open more rows, so that the two need not import each other. */
export interface RowProps {
  id: number;
  view?: View;
}

interface FaceClasses {
  root: string;
  price: string;
  /** The line under the price: ladder, reason. */
  line: string;
  /** 到手单价 and 上次买价. */
  net: string;
  /** The packing, on a line of its own. */
  packing: string;
  /** Contains `net` and `line`: on a card their parts follow each other, in as many lines as needed. */
  facts: string;
  controls: string;
  /** The text in place of a hidden price. */
  note: string;
  /** The link or button to continue where there is nothing to buy. */
  button: string;
}

/** Sizes of the main price (ui/price-sizes.ts). */
export const priceSizes = { card: 'normal', row: 'row', detail: 'big' } as const satisfies Record<
  View,
  string
>;

/** The classes of each view; every face of a view has the same size. */
export const faceClasses: Record<View, FaceClasses> = {
  card: {
    root: 'grid grid-cols-[minmax(0,1fr)] content-between mt-auto min-h-140px sm:min-h-100px [[data-unpriced]_&]:min-h-66px',
    // Prices and promotions that do not fit wrap to a second, hidden line: nothing is cut in the middle.
    price: 'h-small flex flex-wrap content-start items-baseline gap-x-1.5 overflow-hidden whitespace-nowrap',
    line: 'h-tag flex flex-wrap gap-x-1.5 text-note leading-18px text-promo-ink whitespace-nowrap overflow-hidden',
    net: 'contents',
    packing: 'h-tag basis-full flex flex-wrap gap-x-2 overflow-hidden num',
    // Two lines are reserved, enough for most; an expensive item takes one more instead of hiding its price.
    facts:
      'flex flex-wrap content-start gap-x-1.5 min-h-[3em] text-note leading-18px text-ink-2 whitespace-nowrap',
    controls: 'grid gap-1.5 sm:grid-cols-[minmax(92px,1fr)_auto] self-end items-end',
    // Where no item has a price, this one is not notable.
    note: 'h-small text-lead font-600 text-promo-ink [[data-unpriced]_&]:text-small [[data-unpriced]_&]:font-400 [[data-unpriced]_&]:text-ink-2 whitespace-nowrap overflow-hidden text-ellipsis',
    button: 'btn-ghost col-span-full h-tool',
  },
  row: {
    // Prices are in columns for comparison; a narrow table column sets `--row-columns` and the position of the parts.
    // On a phone what it costs and what is done with it share a line; `--row-align` and `--row-buttons` are a table's.
    root: 'max-md:(flex gap-x-2 [align-items:var(--row-align,center)]) md:(grid items-center gap-x-3 grid-cols-[var(--row-columns,96px_112px_minmax(190px,1fr))]) min-h-control',
    price:
      // Its first part is at the end of the column; parts without room are hidden.
      'h-chip flex flex-wrap content-start items-center gap-x-1 overflow-hidden whitespace-nowrap md:flex-row-reverse max-md:[&>button]:hidden max-md:[&>s]:hidden',
    // A text that is longer than its column is cut at its end, with …; right alignment would cut its beginning.
    line: 'h-tag flex flex-wrap justify-end gap-1 text-note leading-18px text-promo-ink whitespace-nowrap overflow-hidden max-md:hidden [&>*]:(max-w-full overflow-hidden text-ellipsis)',
    // Two lines at most, and each figure at the end of the column.
    net: 'flex flex-wrap gap-x-2 text-note leading-18px text-ink-2 whitespace-nowrap max-md:(flex-1 min-w-0 overflow-hidden [&>:nth-child(n+2)]:hidden) md:(justify-end max-h-36px overflow-hidden [&>:first-child]:(inline-flex flex-row-reverse items-baseline gap-1) [&>:first-child>b]:text-lead [&>:first-child>span]:!inline)',
    packing: '',
    facts: '',
    controls:
      'grid gap-1.5 grid-cols-[var(--row-buttons,96px_minmax(84px,auto))] justify-start items-center md:[grid-column:var(--row-controls,3)] max-md:ml-auto',
    note: 'text-small font-600 text-promo-ink md:text-right whitespace-nowrap overflow-hidden text-ellipsis md:[grid-column:var(--row-note,1/span_2)]',
    button: 'btn-ghost col-span-full h-tool',
  },
  detail: {
    // On a phone as high as it mostly becomes for a buyer: what follows would jump by all of it.
    root: 'grid grid-cols-[minmax(0,1fr)] gap-3 content-start md:min-h-196px max-md:[[data-buyer]:not([data-unpriced])_&]:min-h-102px [[data-unpriced]_&]:min-h-0',
    price: 'flex flex-wrap items-baseline gap-2 min-h-nav',
    line: 'min-h-20px text-small text-promo-ink',
    net: 'flex flex-wrap gap-x-4 text-small text-ink-2',
    packing: '',
    facts: '',
    // On a phone it stays visible, above the bar at the bottom.
    controls:
      'flex flex-wrap gap-3 items-center min-h-touch max-md:(fixed inset-x-0 bottom-[calc(56px+env(safe-area-inset-bottom))] z-28 flex-nowrap justify-end gap-2 px-3 py-1.5 bg-card border-t border-t-solid border-line)',
    note: 'text-section font-600 text-promo-ink [[data-unpriced]_&]:text-title [[data-unpriced]_&]:text-ink min-h-nav [[data-unpriced]_&]:min-h-0',
    button: 'btn-ghost btn-big',
  },
};
