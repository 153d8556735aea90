/** The time after a COMMIT in one process during which another process answers with older data. */
import { goodsPlain } from '#demo/seed/known.ts';
import { logIn, send } from '../client.ts';
import { type BenchDatabase, buyerName } from '../database.ts';
import { ms, percentile, type Row } from '../table.ts';

interface Change {
  what: string;
  path: string;
  there: string;
  back: string;
}

function changesOf(company: number, user: string): Change[] {
  const [offer, goods] = [`/api/goods/offers?ids=${goodsPlain}`, `where id = ${goodsPlain}`];
  return [
    {
      what: 'a price',
      path: offer,
      there: `update goods set price = price + 100 ${goods}`,
      back: `update goods set price = price - 100 ${goods}`,
    },
    {
      what: 'a stock of zero',
      path: offer,
      there: `update goods set stock = 0 ${goods}`,
      back: `update goods set stock = 600 ${goods}`,
    },
    {
      what: 'another role',
      path: '/api/user/user-money',
      there: `update member set role = 'viewer' where user_id = '${user}'`,
      back: `update member set role = 'owner' where user_id = '${user}'`,
    },
    {
      what: 'a paper that ran out',
      path: offer,
      there: `update paper set valid_to = valid_to - 36500, valid_from = valid_from - 36500 where company_id = ${company}`,
      back: `update paper set valid_to = valid_to + 36500, valid_from = valid_from + 36500 where company_id = ${company}`,
    },
    {
      what: 'a freeze',
      path: '/api/cart/total',
      there: `update company set status = 'frozen' where id = ${company}`,
      back: `update company set status = 'approved' where id = ${company}`,
    },
  ];
}

/** Ms between the response to COMMIT and the start of the first call with the new data. */
async function delayOf(
  origin: string,
  { pool }: BenchDatabase,
  cookie: string,
  { path, there }: Change,
): Promise<number> {
  const ask = async () => (await send(origin, path, { cookie })).body.toString();
  const before = await ask();
  await ask();
  await pool.query(there);
  const committed = performance.now();
  for (;;) {
    const begun = performance.now();
    if ((await ask()) !== before) return begun - committed;
    if (begun - committed > 10_000) throw new Error(`${path} never answers by the change`);
  }
}

/** A row a change: made in SQL, looked for at one process, in a shop that has nothing else to do. */
export async function seenRows(origin: string, database: BenchDatabase): Promise<Row[]> {
  const { pool, isQuick } = database;
  const name = buyerName(0);
  const { rows } = await pool.query<{ user: string; company: number }>(
    `select m.user_id as user, m.company_id as company from member m join "user" u on u.id = m.user_id
     where u.username = $1`,
    [name],
  );
  const found: Row[] = [];
  for (const change of changesOf(rows[0]?.company ?? 0, rows[0]?.user ?? '')) {
    const delays: number[] = [];
    for (let round = 0; round < (isQuick ? 3 : 20); round++) {
      const cookie = await logIn(origin, name);
      delays.push(await delayOf(origin, database, cookie, change));
      await pool.query(change.back);
    }
    const latest = Math.max(...delays);
    found.push({
      what: `${change.what} set elsewhere: another process answers by it after`,
      bar: '≤ 50 ms',
      measured: `${ms(latest)} at the latest (median ${ms(percentile(delays, 0.5))}, n ${delays.length})`,
      isMet: latest <= 50,
    });
  }
  return found;
}
