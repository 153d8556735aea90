/** Ctrl+K at the desks: what a text or a number leads to. Pages are found in the browser. */
import { z } from 'zod';
import { get } from '../call.ts';
import { freeText } from '../fields.ts';

export const deskFindInput = z.object({ q: freeText('查找内容', 100) });
export type DeskFindValues = z.output<typeof deskFindInput>;

const place = z.object({
  name: z.string(),
  /** Distinguishes it from others of the same name. */
  note: z.string(),
  /** Address of its page. */
  href: z.string(),
});
export type FoundPlace = z.infer<typeof place>;

/** Only groups with places, eight of each at most. */
export const deskFound = z.object({
  groups: z.array(z.object({ title: z.string(), places: z.array(place) })),
});
export type DeskFound = z.infer<typeof deskFound>;

export const deskFindCalls = {
  deskFind: get('/api/desk/find', { who: 'staff', may: 'own', input: deskFindInput, output: deskFound }),
};
