/** Inserts in parts: a statement has at most 65,535 values. */
export async function inParts<T>(rows: T[], insert: (part: T[]) => Promise<unknown>): Promise<void> {
  const size = 1000;
  for (let from = 0; from < rows.length; from += size) await insert(rows.slice(from, from + size));
}
