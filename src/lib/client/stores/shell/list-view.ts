/**
 * The view in which lists were looked at last: what leads to a list opens it so. Each person's is kept on the server, for
 * their other devices, and in this browser, where it is at hand before anybody is known; stored pages stay the same for
 * everyone, as the address is changed before anything is asked for.
 */

import { listViewKey as key, listViewSentKey as sentKey } from '#lib/contract/constants.ts';
import { api } from '#lib/contract/table/api.ts';
import { listViews } from '#lib/rules/site/list-views.ts';
import { sendLast } from '../../api.ts';
import { $user } from './user.ts';

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

function keep(view: string): void {
  for (const place of keys()) localStorage.setItem(place, view);
}

/** The page goes away with the press: what does not arrive is sent by the next page. */
function send(view: string): void {
  const known = listViews.find((one) => one === view);
  if (known) sendLast(api.keepListView, { view: known }).catch(() => undefined);
}

/**
 * Keeps the view that was chosen. Before it is known who is there it waits for them without a name (as `early-presses`
 * writes it for a press that comes before any script); a visitor's stays in the browser.
 */
export function rememberView(view: string): void {
  const user = $user.get();
  const name = user?.username;
  try {
    keep(view);
    if (user === null) localStorage.removeItem(sentKey);
    else localStorage.setItem(sentKey, `${name ?? ''} ${view}`);
  } catch {
    // Storage may be closed: lists open as they always did.
  }
  if (name !== undefined) send(view);
}

/** Takes over what was chosen on another device as soon as it is known who is there; what was chosen here goes first. */
export function followView(): void {
  $user.subscribe((user) => {
    if (user === undefined) return;
    try {
      const [name, view = ''] = localStorage.getItem(sentKey)?.split(' ') ?? [];
      if (user === null) {
        if (name === '') localStorage.removeItem(sentKey);
      } else if (name !== '' && name !== user.username) {
        if (user.list_view) keep(user.list_view);
      } else {
        localStorage.removeItem(sentKey);
        keep(view);
        if (view !== user.list_view) send(view);
      }
    } catch {
      // The same.
    }
  });
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
