/**
 * The rows of a list in their order, so that a person who finishes one of them continues with the next. Stored per tab.
 */

const keyOf = (address: string) => `yp_rows ${address}`;

/** Stores the rows of a list. */
export function rememberRows(address: string, ids: readonly (string | number)[]): void {
  sessionStorage.setItem(keyOf(address), JSON.stringify(ids.map(String)));
}

/** The row below one in the last shown list; null below the last one, and for an unknown row. */
export function findNextRow(address: string, id: string | number): string | null {
  const saved: unknown = JSON.parse(sessionStorage.getItem(keyOf(address)) ?? '[]');
  if (!Array.isArray(saved)) return null;
  const at = saved.indexOf(String(id));
  const next: unknown = at === -1 ? undefined : saved[at + 1];
  return typeof next === 'string' ? next : null;
}
