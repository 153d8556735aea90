// @unocss-include: this file has the classes of the faces, and .ts files are not scanned for classes otherwise.

import { isReady, type PurchaseItem } from '#lib/client/stores/quick-order/quick-order.ts';

/** The three colours of a row. */
export type Face = 'sure' | 'check' | 'none';

/** Each with a word and a sign too: not everyone sees a colour. */
export const faces = {
  sure: {
    text: '可加入',
    icon: 'i-lucide-circle-check',
    ink: 'text-primary',
    bar: 'border-l-primary',
    wash: '',
  },
  check: {
    text: '请核对',
    icon: 'i-lucide-circle-alert',
    ink: 'text-promo-ink',
    bar: 'shadow-[inset_4px_0_0_var(--promo)]',
  },
  none: {
    text: '待处理',
    icon: 'i-lucide-circle-x',
    ink: 'text-price',
    bar: 'shadow-[inset_4px_0_0_var(--price)]',
  },
} as const satisfies Record<Face, object>;

/** Green rows may be added unchanged. */
export function faceOf(item: PurchaseItem): Face {
  if (item.refusal !== null) return 'none';
  return isReady(item) ? 'sure' : item.grade === 'sure' ? 'check' : item.grade;
}
