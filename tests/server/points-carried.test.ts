/** The upgrade that puts points on lots: none is lost, also of the version before that runs beside it. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { pointsEnd } from '#lib/rules/points/points.ts';
import { migrateDatabase, ownMigrations } from '#lib/server/db/migrate.ts';
import { dropCopy, makeBare } from '#tests/support/test-cluster.ts';

it('carries the points of the version before over, and entries that it writes meanwhile', async () => {
  const templates = inject('templates');
  const url = await makeBare(templates, `points_${randomUUID().slice(0, 8)}`);
  const client = new pg.Client({ connectionString: url });
  try {
    // The one before 0020_points_lots.
    await migrateDatabase(url, ownMigrations()[19]);
    await client.connect();
    const enter = async (id: number, rows: readonly [string, number, string][]) => {
      for (const [use, amount, ref] of rows)
        await client.query(
          `with moved as (update wallet set points = points + $3 where company_id = $1 returning points)
          insert into points_ledger (company_id, use_type, amount, balance_after, ref, created_at)
          select $1, $2, $3, points, $4, '2020-05-01' from moved`,
          [id, use, amount, ref],
        );
    };
    for (const id of [1, 2]) {
      await client.query(`insert into company (id, name, buyer_type, status, province, city, district, region_code)
        values (${id}, 'C${id}', 'pharmacy', 'approved', '', '', '', '420102')`);
      await client.query(`insert into wallet (company_id) values (${id})`);
    }
    await enter(1, [
      ['order', 100, 'D1'],
      ['order', 50, 'D2'],
      ['refund', -20, 'RD2-1'],
      ['adjust', -10, 'x'],
    ]);
    await enter(2, [['order', 7, 'D1']]);
    await migrateDatabase(url);
    const lots = async (id: number) =>
      (
        await client.query('select remaining, expires_at from points_lot where company_id = $1 order by id', [
          id,
        ])
      ).rows;
    expect((await lots(1)).map(({ remaining }) => remaining)).toEqual([90, 30]);
    expect((await lots(2)).map(({ remaining }) => remaining)).toEqual([7]);
    for (const { expires_at: ends } of await lots(1)) expect(ends.getTime()).toBe(pointsEnd(Date.now()));
    await enter(1, [
      ['order', 5, 'D3'],
      ['refund', -5, 'RD3-1'],
      ['refund', -30, 'RD2-2'],
    ]);
    expect((await lots(1)).map(({ remaining }) => remaining)).toEqual([90, 0, 0]);
  } finally {
    await client.end();
    await dropCopy(templates.adminUrl, url);
  }
});
