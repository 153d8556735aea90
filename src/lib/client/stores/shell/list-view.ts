/**
 * The last used view of lists: links to a list open it. It is stored per person on the server, for their other devices,
 * and in this browser, where it is available before the user is known; stored pages stay the same for everyone, because
 * the address is changed before the request.
 */

import { api } from '#lib/contract/api.ts';
import { listViewKey as key, listViewSentKey as sentKey } from '#lib/contract/constants.ts';
import { listViews, pathInView } from '#lib/rules/site/list-views.ts';
import { sendLast } from '../../api.ts';
import { $user } from './user.ts';

/** The account's own choice; before the user is known, the last one made here. */
function keys(): string[] {
  const name = $user.get()?.username;
  return name === undefined ? [key] : [`${key}:${name}`, key];
}

function save(view: string): void {
  for (const place of keys()) localStorage.setItem(place, view);
}

/** The page is left with the click: what does not arrive is sent by the next page. */
function send(view: string): void {
  const known = listViews.find((one) => one === view);
  if (known) sendLast(api.saveListView, { view: known }).catch(() => undefined);
}

/**
 * Saves the chosen view. Before the user is known it is stored without a name (as `early-presses` does for a click
 * before any script); a visitor's stays in the browser.
 */
export function rememberView(view: string): void {
  const user = $user.get();
  const name = user?.username;
  try {
    save(view);
    if (user === null) localStorage.removeItem(sentKey);
    else localStorage.setItem(sentKey, `${name ?? ''} ${view}`);
  } catch {
    // Storage may be unavailable: lists open in the default view.
  }
  if (name !== undefined) send(view);
}

/** Applies the choice of another device as soon as the user is known; an unsent choice made here comes first. */
export function followView(): void {
  $user.subscribe((user) => {
    if (user === undefined) return;
    try {
      const [name, view = ''] = localStorage.getItem(sentKey)?.split(' ') ?? [];
      if (user === null) {
        if (name === '') localStorage.removeItem(sentKey);
      } else if (name !== '' && name !== user.username) {
        if (user.list_view) save(user.list_view);
      } else {
        localStorage.removeItem(sentKey);
        save(view);
        if (view !== user.list_view) send(view);
      }
    } catch {
      // The same.
    }
  });
}

/** The address of a list in the last chosen view; any other address unchanged. */
export function inLastView(href: string): string {
  const [path = '', query] = href.split('?', 2);
  try {
    const to = pathInView(path, localStorage.getItem(keys()[0] ?? key) ?? '');
    return to === undefined ? href : query === undefined ? to : `${to}?${query}`;
  } catch {
    return href;
  }
}
