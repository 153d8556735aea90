/** One company uploads files without a reference: the first above its quota is refused, another company is served. */
import { fileLimits } from '#lib/server/ports/files/limits.ts';
import { pdfOf } from '#tests/support/papers.ts';
import { atOnce } from '../client.ts';
import type { Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { type Answers, answersRow, noteAnswers } from './shop/answers.ts';
import { logInAll, openShop } from './shop/shop.ts';
import { upload } from './shop/upload.ts';

const mostMs = 3_000;

async function run(): Promise<Row[]> {
  // The limit per minute would refuse the 61st: the quota has to refuse it.
  const shop = await openShop({ processes: 2, env: { LIMIT_SCALE: '1000' } });
  try {
    const [cookie = '', other = ''] = await logInAll(shop, ['demo', 'clinic']);
    const countOf = async () => {
      const { rows } = await shop.pool.query<{ files: number }>(
        `SELECT count(*)::int AS files FROM stored_file WHERE uploaded_by =
           (SELECT id FROM "user" WHERE username = 'demo') AND name LIKE 'flood-%'`,
      );
      return rows[0]?.files ?? 0;
    };
    const send = (nth: number, own: string) =>
      upload(
        shop.origins[nth % 2]!,
        '/api/upload',
        own,
        `flood-${nth}.pdf`,
        new Uint8Array(pdfOf(1, `/Lang (${nth})`)),
      );
    const { unnamed } = fileLimits;
    const nths = Array.from({ length: unnamed + 20 }, (_, nth) => nth);
    const sent = await atOnce(2, nths, (nth) => send(nth, cookie));
    const statuses = Map.groupBy(sent, ({ status }) => status);
    const taken = statuses.get(200)?.length ?? 0;
    const refused = statuses.get(429)?.length ?? 0;
    const stored = await countOf();
    const answers: Answers = {};
    noteAnswers(answers, { 'same company': await send(nths.length, cookie) });
    noteAnswers(answers, { 'another company': await send(0, other) });
    return [
      {
        what: `${nths.length} files that no paper names, one company, two processes`,
        bar: `≤ ${unnamed} taken, 429 for all others`,
        measured: `${taken} taken, ${refused} × 429, ${stored} rows`,
        isMet: taken <= unnamed && stored === taken && taken + refused === nths.length && refused > 0,
      },
      answersRow('after them', { 'same company': 429, 'another company': 200 }, answers, mostMs),
    ];
  } finally {
    await shop.close();
  }
}

export const bar: FaultBar = { name: 'unnamed-files', run };
