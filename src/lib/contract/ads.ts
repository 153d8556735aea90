/** Ads by slot: the `focus` family of calls (rules 15), all of one table. */

import { z } from 'zod';
import { get } from './call.ts';
import { emptyInput, flagOut, id, ids, text } from './fields.ts';
import { navItem } from './shell/nav.ts';

/**
 * Slots that are requested by name. Brands have slots of their own (`brand:17`), zones name theirs in their Markdown;
 * both come with their page.
 */
export const adSlots = [
  'index',
  'right',
  'top',
  'top-right',
  'bottom',
  'float',
  'login',
  'common',
  'post',
  'demo',
  'zpcj',
  'xrtj',
  'ppzq',
  'kxzq',
  'new_kxzq',
  'zyzq',
  'yx',
] as const;
export type AdSlot = (typeof adSlots)[number];

const slot = text('广告位', { min: 1, max: 40 });

export const adsInput = z.object({ slot });
/** `GET /api/focus?ad=`; without a slot those of the home page. */
export const focusInput = z.object({ ad: slot.default('index') });
/** One ad by its number, 0 for the public ones, or a slot like `focus`. */
export const customAdsInput = z.object({ ad_id: id('广告', 0).optional(), ad: slot.optional() });
export const adsByIdInput = z.object({ ids: ids('广告', 20) });
export const brandAdsInput = z.object({ id: id('品牌') });

export const ad = z.object({
  id: z.number().int(),
  title: z.string(),
  subtitle: z.string(),
  image: z.string(),
  /** Empty where the page behind it is not open (活动暂未开始). */
  url: z.string(),
  /** 药广审 number; empty where none is needed. */
  approval_no: z.string(),
  /** 1 = for companies that have paid no order yet: hidden from the others. */
  is_for_newcomers: flagOut,
});
export type Ad = z.infer<typeof ad>;

/** Links of the floating nav (`GET /api/global/links`), with its banner. */
export const floatLinks = z.object({
  banner: ad.nullable(),
  list: z.array(navItem),
});
export type FloatLinks = z.infer<typeof floatLinks>;

export const adsCalls = {
  focus: get('/api/focus/{slot}', { who: 'anyone', isExempt: true, input: adsInput, output: z.array(ad) }),
  focusOf: get('/api/focus', { who: 'anyone', input: focusInput, output: z.array(ad) }),
  focusNew: get('/api/focus_new', { who: 'anyone', input: emptyInput, output: z.array(ad) }),
  focusCustom: get('/api/focus/custom', { who: 'anyone', input: customAdsInput, output: z.array(ad) }),
  focusById: get('/api/focus/kxzq_ad', { who: 'anyone', input: adsByIdInput, output: z.array(ad) }),
  focusBrand: get('/api/focus/brand/{id}', { who: 'anyone', input: brandAdsInput, output: z.array(ad) }),
  floatLinks: get('/api/global/links', { who: 'anyone', input: emptyInput, output: floatLinks }),
};
