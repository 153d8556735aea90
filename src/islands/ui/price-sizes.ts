// @unocss-include: this file has the classes of an amount, and .ts files are not scanned for classes otherwise.

/** The look of an amount, in any size. */
export const amountClass = 'num text-price font-700 whitespace-nowrap';

/** Texts of an amount: its whole yuan, and its sign and decimals. */
export const sizes = {
  /** In a column of figures: one size. */
  row: { whole: 'text-lead', sign: 'text-lead' },
  small: { whole: 'text-body', sign: 'text-note' },
  normal: { whole: 'text-section', sign: 'text-note' },
  big: { whole: 'text-banner', sign: 'text-title' },
} as const;
