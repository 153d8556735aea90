/** Malicious spreadsheets and CSV, uploaded by a company that is not even approved: the shop is not affected. */
import { hostileFiles } from '#tests/support/hostile-files.ts';
import { atOnce } from '../client.ts';
import type { Row } from '../table.ts';
import type { FaultBar } from './faults.ts';
import { logInAll, openShop } from './shop/shop.ts';
import { upload } from './shop/upload.ts';
import { watch } from './shop/watch.ts';

const MB = 1024 * 1024;

async function run(isQuick: boolean): Promise<Row[]> {
  const files = [...hostileFiles(isQuick ? 40 : 200)];
  // The limits of one company would answer most of them with 429: here all must be read.
  const shop = await openShop({ env: { LIMIT_SCALE: '1000' } });
  try {
    const origin = shop.origins[0]!;
    const [cookie = ''] = await logInAll(shop, ['pending']);
    const unwatch = await watch({ origin, pid: shop.servers[0]!.child.pid ?? 0 });
    const statuses = await atOnce(2, files, async ({ name, bytes }) => {
      const answer = await upload(origin, '/api/quick-order/match', cookie, name, bytes);
      return answer.status;
    });
    const seen = await unwatch();
    const grown = (seen.rssMost - seen.rssBefore) / MB;
    const wrong = statuses.filter((status) => status >= 500);
    const counts = Map.groupBy(statuses, (status) => status);
    const said = [...counts].map(([status, all]) => `${status}: ${all.length}`).join(', ');
    const what = `${files.length} hostile XLSX and CSV as pending`;
    return [
      {
        what: `${what}: loop stall`,
        bar: '≤ 100 ms',
        measured: `${seen.stallMs.toFixed(0)} ms (p99 ${seen.p99.toFixed(0)} ms, n ${seen.probes})`,
        isMet: seen.stallMs <= 100,
      },
      {
        what: `${what}: memory of the server`,
        bar: '≤ +150 MB',
        measured: `+${grown.toFixed(0)} MB`,
        isMet: grown <= 150,
      },
      {
        what: `${what}: exits, answers of 5xx`,
        bar: '0, 0',
        measured: `${shop.exits()}, ${wrong.length} (${said})`,
        isMet: shop.exits() === 0 && wrong.length === 0,
      },
    ];
  } finally {
    await shop.close();
  }
}

export const bar: FaultBar = { name: 'hostile-files', run };
