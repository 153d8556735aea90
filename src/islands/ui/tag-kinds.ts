// @unocss-include: this file has the classes of the tags, and .ts files are not scanned for classes otherwise.

/** The small badges: promotions, prescription class, states. `Tag.tsx` draws them in islands, `Tag.astro` on pages. */
export const tagClasses = {
  promo: 'tag-promo',
  soft: 'tag-soft',
  info: 'tag-info',
  plain: 'tag-plain',
  warn: 'tag-warn',
  rx: 'tag-rx',
  otc: 'tag-otc',
  otcb: 'tag-otcb',
} as const;

export type TagKind = keyof typeof tagClasses;

/** The badge of a prescription class (处方药, 甲类OTC, 乙类OTC); undefined for what carries none. */
export function findOtcTag(otc: string): { kind: TagKind; text: string } | undefined {
  return otcTags[otc];
}

const otcTags: Record<string, { kind: TagKind; text: string }> = {
  处方药: { kind: 'rx', text: 'Rx' },
  甲类OTC: { kind: 'otc', text: '甲 OTC' },
  乙类OTC: { kind: 'otcb', text: '乙 OTC' },
};
