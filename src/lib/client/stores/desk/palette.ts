/** The command palette of the desks: finds pages here, and everything else by one call. */

import { api } from '#lib/contract/api.ts';
import { deskCall } from './session.ts';

/** One line of the palette, with its target. */
export interface Place {
  key: string;
  /** Its group. */
  group: string;
  name: string;
  /** Distinguishes it from others of the same name. */
  note: string;
  href: string;
}

/** A page of the desk that this person may open. */
export interface DeskPage {
  href: string;
  title: string;
}

/** The pages whose title contains the typed text; all of them for an empty one. */
export function findPages(pages: readonly DeskPage[], text: string): Place[] {
  const wanted = text.trim().toLowerCase();
  return pages
    .filter(({ title, href }) => title.includes(wanted) || href.slice('/desk'.length).includes(wanted))
    .map(({ href, title }) => ({ key: href, group: '页面', name: title, note: '', href }));
}

/** Orders, trades, payments, parcels, companies and items, as far as the role sees them. Rejects as `deskCall` does. */
export async function findRows(q: string): Promise<Place[]> {
  const { groups } = await deskCall(api.deskFind, { q });
  return groups.flatMap(({ title: group, places }) =>
    places.map((place, nth) => ({ ...place, group, key: `${group} ${nth}` })),
  );
}
