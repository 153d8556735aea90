/**
 * Upgrades: the one that puts points on lots loses none, also of the version before that runs beside it; the one that asks
 * merchants lets the tasks go on that they pay for.
 */
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

it('leaves a running task of a merchant in force, and asks for one that is off', async () => {
  const templates = inject('templates');
  const url = await makeBare(templates, `tasks_${randomUUID().slice(0, 8)}`);
  const client = new pg.Client({ connectionString: url });
  try {
    // The one before 0049_words_to_tasks.
    await migrateDatabase(url, ownMigrations()[48]);
    await client.connect();
    await client.query(`insert into merchant (id, code, short_name, full_name, province, city, address, licence_no, kind,
        speciality, phone, free_shipping_amount, shipping_fee)
      values (1, 'M1', '', '', '', '', '', '', '', '', '', 0, 0)`);
    await client.query(`insert into points_task
        (title, kind, points, chances, merchant_id, payer, starts_at, stopped_at, token, created_by)
      select 'T', 'scan', 5, 0, 1, payer, now(), stopped, payer || (stopped is null), 'x'
      from unnest(array['platform', 'merchant']) payer, unnest(array[null, now()]) stopped
      order by payer, stopped`);
    await migrateDatabase(url);
    const { rows } = await client.query(
      `select payer, merchant_word as word, coalesce(answered_by, '') as by, stopped_at is null as "isOn"
      from points_task order by id`,
    );
    expect(rows).toEqual([
      { payer: 'merchant', word: 'asked', by: '', isOn: false },
      { payer: 'merchant', word: 'agreed', by: '升级前已生效', isOn: true },
      { payer: 'platform', word: 'asked', by: '', isOn: false },
      { payer: 'platform', word: 'asked', by: '', isOn: true },
    ]);
  } finally {
    await client.end();
    await dropCopy(templates.adminUrl, url);
  }
});
