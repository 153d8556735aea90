/**
 * The view in which lists were looked at last: what leads to a list opens it so. Kept in this browser for each account;
 * stored pages stay the same for everyone, as the address is changed before anything is asked for.
 */
import { $user } from './user.ts';

const key = 'list-view';

/** Where each view of a list lies, by the address of the cards; a list without that view stays as it is. */
const places: Record<string, Record<string, string>> = {
  '/search': { table: '/search/table', drugs: '/search/drugs' },
  '/list': { table: '/list/table', plain: '/list/no_image' },
};

/** The account's own choice; while nobody knows who is there, the last one that was made here. */
function keys(): string[] {
  const name = $user.get()?.username;
  return name === undefined ? [key] : [`${key}:${name}`, key];
}

/** Keeps the view that was chosen. */
export function rememberView(view: string): void {
  try {
    for (const place of keys()) localStorage.setItem(place, view);
  } catch {
    // Storage may be closed: lists open as they always did.
  }
}

/** The address of a list in the view last chosen; any other address as it is. */
export function inLastView(href: string): string {
  const [path = '', query] = href.split('?', 2);
  try {
    const to = places[path]?.[localStorage.getItem(keys()[0] ?? key) ?? ''];
    return to === undefined ? href : query === undefined ? to : `${to}?${query}`;
  } catch {
    return href;
  }
}
