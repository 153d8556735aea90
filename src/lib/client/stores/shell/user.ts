import { atom } from 'nanostores';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { api } from '#lib/contract/api.ts';
import { unpricedKey } from '#lib/contract/constants.ts';
import { call } from '../../api.ts';
import { isProbablyLoggedIn } from '../../hint.ts';
import { markStale } from '../../stale.ts';

/** undefined: not known yet · null: not logged in. */
export const $user = atom<UserInfo | null | undefined>(undefined);

let loading: Promise<void> | undefined;

/** Loads the user once a page (rules 12). After a failure the page shows the login buttons. */
export function loadUser(): Promise<void> {
  loading ??= load();
  return loading;
}

/** Whether this page has asked for its user; else the user came with the page, or is not shown. */
export function hasAskedUser(): boolean {
  return loading !== undefined;
}

async function load(): Promise<void> {
  if (!isProbablyLoggedIn()) {
    $user.set(null);
    return;
  }
  try {
    const user = await call(api.userInfo, {});
    document.documentElement.dataset.customer = user.is_special === 1 ? 'new' : 'old';
    rememberPriced(user.is_passed === 1);
    $user.set(user);
  } catch {
    // Unknown: elements that waited for it (base.css) are shown in their public form.
    document.documentElement.dataset.customer = '';
    $user.set(null);
  }
}

/** The next page knows from its start whether prices will come (early-presses.ts); this one learns it late. */
function rememberPriced(seesPrices: boolean): void {
  if (seesPrices) delete document.documentElement.dataset.unpriced;
  try {
    if (seesPrices) localStorage.removeItem(unpricedKey);
    else localStorage.setItem(unpricedKey, '1');
  } catch {
    // Storage may be unavailable: the place of prices stays reserved.
  }
}

/** Logs out and loads the page again (rules 12). */
export async function logOut(): Promise<void> {
  await call(api.logout, {});
  rememberPriced(true);
  $user.set(null);
  markStale();
  location.reload();
}
