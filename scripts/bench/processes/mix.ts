/** The mix of buyers' requests, as one series of calls. */
import type { Request } from 'autocannon';
import { logInAll } from '../client.ts';
import { type BenchDatabase, buyerName } from '../database.ts';
import { seriesOf } from '../json-calls.ts';
import { loadWords } from '../words.ts';

/** Of twenty calls. */
const shares = {
  suggest: 4,
  'list, 20 found by words, with prices': 3,
  detail: 5,
  'offers of 20': 5,
  'cart of some lines': 2,
  'add to cart': 1,
} as const;

const length = 1_000;

/** One of them, for a client that sends single requests. */
export interface Asked {
  path: string;
  cookie: string;
  form?: string;
}

export interface Mix {
  requests: Request[];
  calls: Asked[];
  cookies: string[];
}

/** Logs buyers in, fills their carts, and makes a series of calls for them. */
export async function mixOf(origin: string, { pool, buyers }: BenchDatabase): Promise<Mix> {
  const names = Array.from({ length: Math.min(64, buyers) }, (_, nth) => buyerName(nth));
  const cookies = await logInAll(origin, names);
  const series = await seriesOf({ origin, pool }, await loadWords(pool), cookies);
  const kinds = Object.entries(shares).flatMap(([what, share]) =>
    Array.from({ length: share }, (_, nth) => ({ what, place: (nth + 0.5) / share })),
  );
  // Calls of one kind are spread as far apart as possible.
  const turn = kinds.toSorted((a, b) => a.place - b.place).map(({ what }) => what);
  const taken = new Map<string, number>();
  const requests = Array.from({ length }, (_, at) => {
    const what = turn[at % turn.length] ?? '';
    const nth = taken.get(what) ?? 0;
    taken.set(what, nth + 1);
    const own: readonly Request[] = series[what as keyof typeof series] ?? [];
    return own[nth % own.length] ?? {};
  });
  const calls = requests.map(({ path = '/', headers, body }) => ({
    path,
    cookie: String(headers?.cookie ?? ''),
    ...(typeof body === 'string' && { form: body }),
  }));
  return { requests, calls, cookies };
}
