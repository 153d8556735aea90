/** Which rows a list showed, in their order: who works one of them off goes on to the next. Kept by the tab. */

const keyOf = (address: string) => `yp_rows ${address}`;

/** Keeps what a list shows. */
export function rememberRows(address: string, ids: readonly (string | number)[]): void {
  sessionStorage.setItem(keyOf(address), JSON.stringify(ids.map(String)));
}

/** The row below one of the list that was shown last; null below the last one, and for a row that the list did not show. */
export function findNextRow(address: string, id: string | number): string | null {
  const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(address)) ?? '[]');
  if (!Array.isArray(kept)) return null;
  const at = kept.indexOf(String(id));
  const next: unknown = at === -1 ? undefined : kept[at + 1];
  return typeof next === 'string' ? next : null;
}
