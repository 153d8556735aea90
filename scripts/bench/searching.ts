import type { Bench } from './bench.ts';
import { atOnce, send } from './client.ts';
import { latencyRow, type Row } from './table.ts';
import { loadWords } from './words.ts';

const warmUp = 150;

const callsOf = (queries: readonly string[]) => queries.map((query) => `/api/goods/list?${query}`);

/** Suggestions and filtered lists, uncached every time, one after the other and eight at once. */
export async function searching({ origin, pool, isQuick }: Bench): Promise<Row[]> {
  const words = await loadWords(pool);
  const lists = [...new Set(words.lists)];
  const amount = isQuick ? 100 : 600;
  if (lists.length < amount + warmUp) throw new Error(`only ${lists.length} different lists`);
  const suggestions = words.searches.map(
    (word) => `/api/goods/search?keywords=${encodeURIComponent(word)}&type=0`,
  );
  const series: [what: string, alone: string[], together: string[], bar: number][] = [
    ['search suggestion', suggestions, suggestions, 15],
    ['list call with filters', callsOf(lists), callsOf(lists), 40],
    // Stored pages answer at once: none is requested twice, and the second series requests others of about that size.
    [
      'list page with filters, uncached',
      lists.map((query) => `/list?${query}`),
      lists.map((query) => `/list?${query.replace(/&order=desc$/, '')}&order=asc`),
      40,
    ],
  ];
  async function time(path: string): Promise<number> {
    const { status, ms, body } = await send(origin, path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString().slice(0, 200)}`);
    return ms;
  }
  const rows: Row[] = [];
  for (const [what, alone, together, bar] of series) {
    // A fresh server still compiles its code: the measurement is for a warm one.
    for (const path of alone.slice(-warmUp)) await time(path);
    rows.push(latencyRow(what, await atOnce(1, alone.slice(0, amount), time), bar));
    const reversed = together.slice(0, amount).reverse();
    rows.push(latencyRow(`${what}, 8 at once`, await atOnce(8, reversed, time)));
  }
  return rows;
}
