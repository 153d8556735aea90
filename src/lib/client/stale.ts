/** Pages that are outdated after a login, logout, order or payment. */
import { reloadFlag } from '#lib/contract/constants.ts';

const momentKey = 'yp_stale';

/** Marks everything shown so far in this tab as outdated: after a login, logout, order or payment. */
export function markStale(): void {
  sessionStorage.setItem(momentKey, String(Date.now()));
}

/**
 * A page that is shown while the session's flag is '1' clears it and loads again (rules 12). One that returns
 * out of the browser's history raises the flag itself where it is older than the last change: going back over several
 * pages, each finds out, and once.
 */
export function watchStale(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && performance.timeOrigin < Number(sessionStorage.getItem(momentKey)))
      sessionStorage.setItem(reloadFlag, '1');
    if (sessionStorage.getItem(reloadFlag) !== '1') return;
    sessionStorage.removeItem(reloadFlag);
    location.reload();
  });
}
