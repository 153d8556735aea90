import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodsPlain } from '#demo/seed/known.ts';
import { checkRows } from '#lib/server/backup/copy.ts';
import { dump } from '#lib/server/backup/dump.ts';
import { compareLedgers } from '#lib/server/backup/ledgers.ts';
import { load } from '#lib/server/backup/load.ts';
import { readManifest } from '#lib/server/backup/manifest.ts';
import { openStore } from '#lib/server/backup/open-store.ts';
import { listBackups, removeOld } from '#lib/server/backup/retention.ts';
import type { Store } from '#lib/server/backup/store.ts';
import { prepareTarget } from '#lib/server/backup/target.ts';
import { openEmbedded } from '#lib/server/db/embedded.ts';
import { migrateDatabase, ownMigrations } from '#lib/server/db/migrate.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import { postEntry } from '#lib/server/ports/payments/wallet-rows.ts';
import { asked } from '#tests/support/asked.ts';
import { bareDatabase, contentsOf, runScript } from '#tests/support/backup.ts';
import { testDatabase } from '#tests/support/database.ts';
import { contextOf, makeBuyers, order, pay } from '#tests/support/orders.ts';
import { until } from '#tests/support/server-process.ts';

const { db, pool, url } = await testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'yaopi-backup-'));
const key = randomBytes(32).toString('base64');
const first = new Date('2026-11-22T06:15:00Z');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a restore does, as the command does it. */
async function restore(to: string, store: Store, name: string, withKey?: string, mayOverwrite = false) {
  const backup = await readManifest(store, name, withKey);
  await prepareTarget(to, backup.manifest, mayOverwrite);
  const wrong = await load(to, { store, ...backup });
  await migrateDatabase(to);
  return wrong;
}

beforeAll(async () => {
  // Money and goods that have moved, and text that COPY has to escape.
  const [one, two] = await makeBuyers(db, 2);
  for (const buyer of [one!, two!]) {
    await db.transaction((tx) =>
      postEntry(tx, {
        companyId: buyer.companyId,
        useType: 'top_up',
        amount: 90_000_00,
        ref: 'a',
        note: '行\n\t\\.\n\\N "引号" 💊',
      }),
    );
    const placed = await order(db, buyer, [{ goodsId: goodsPlain, number: 20 }]);
    if (buyer === one) await pay(db, buyer, placed.trade_no);
    else await cancelMyOrder(contextOf(db, buyer), { no: placed.orders[0]!.no });
  }
});

test('the commands bring every row back on a clean folder, encrypted', async () => {
  const before = await contentsOf(url);
  const env = { BACKUP_TO: path.join(folder, 'commands'), BACKUP_KEY: key };
  const made = await runScript('backup', [], folder, { ...env, DATABASE_URL: url });
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toMatch(/备份：.*yaopi-\d{8}T\d{6}Z，\d+ 张表 \d+ 行，已加密/);

  const dataDir = path.join(folder, 'clean');
  const back = await runScript('restore', ['latest'], folder, { ...env, DATA_DIR: dataDir });
  expect(back).toMatchObject({ code: 0, err: '' });
  expect(back.out).toContain('账目：与余额一致');

  const clean = await openEmbedded(dataDir, 'tool');
  try {
    expect(await contentsOf(clean.url)).toEqual(before);
    expect(before.wallet_ledger!.rows).toBeGreaterThan(3);
    await asked(clean.url, async (client) => {
      expect(await compareLedgers(client)).toEqual(await asked(url, compareLedgers));
      // Numbers go on where they stood, references and triggers are there again.
      const { rows } = await client.query("INSERT INTO brand (name) VALUES ('恢复之后') RETURNING id");
      const { rows: most } = await client.query("SELECT max(id) AS id FROM brand WHERE name <> '恢复之后'");
      expect(rows[0].id).toBeGreaterThan(most[0].id);
      await expect(client.query('INSERT INTO wallet (company_id) VALUES (-1)')).rejects.toThrow(
        /foreign key/,
      );
      const { rows: off } = await client.query("SELECT tgname FROM pg_trigger WHERE tgenabled = 'D'");
      expect(off).toEqual([]);
    });
  } finally {
    await clean.close();
  }

  const notified = await runScript('ops', ['ledgers'], folder, { DATA_DIR: dataDir });
  expect(notified).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^账目与余额一致：余额¥[\d,.]+，积分\d+，/),
  });

  const again = await runScript('restore', ['latest'], folder, { ...env, DATA_DIR: dataDir });
  expect(again).toEqual({
    code: 1,
    out: '',
    err: '这个数据库里已有数据，没有恢复。确实要全部替换时加上 --overwrite。',
  });
  const parts = readdirSync(env.BACKUP_TO, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('part-'))
    .map((name) => readFileSync(path.join(env.BACKUP_TO, name)));
  expect(parts.length).toBeGreaterThan(20);
  // Packed rows begin with gzip's four bytes; sealed ones begin with anything, and somewhere in megabytes of chance
  // those bytes are found too.
  expect(parts.filter((bytes) => bytes.subarray(0, 4).toString('hex') === '1f8b0800')).toEqual([]);
}, 240_000);

test('all rows are of one moment: wallets and ledgers agree though money moves meanwhile', async () => {
  const store = await openStore(path.join(folder, 'moment'));
  const [buyer] = await makeBuyers(db, 1);
  let moves = 0;
  let isOver = false;
  const moving = (async () => {
    while (!isOver) {
      moves += 1;
      await db.transaction((tx) =>
        postEntry(tx, {
          companyId: buyer!.companyId,
          useType: 'top_up',
          amount: 1,
          ref: `m${moves}`,
          note: '',
        }),
      );
    }
  })();
  await until('money moves', () => moves > 20);
  const { manifest, wrong } = await dump(url, store, undefined, first);
  isOver = true;
  await moving;
  expect(wrong).toEqual([]);
  const to = await bareDatabase();
  expect(await restore(to, store, manifest.name)).toEqual([]);
  const { totals } = await asked(to, compareLedgers);
  expect(totals).toEqual(manifest.ledgers);
  expect(totals).not.toEqual((await asked(url, compareLedgers)).totals);
}, 120_000);

describe('what cannot be restored is told in one sentence and changes nothing', () => {
  let store: Store;
  let name: string;
  let to: string;
  let damagedFolder: string;

  beforeAll(async () => {
    damagedFolder = path.join(folder, 'damaged');
    store = await openStore(damagedFolder);
    ({
      manifest: { name },
    } = await dump(url, store, key, first));
    to = await bareDatabase();
    await migrateDatabase(to);
    await asked(to, (client) => client.query("INSERT INTO brand (name) VALUES ('留下')"));
  }, 120_000);

  /** Restores after one file was changed, and puts it back. */
  async function withChanged(file: string, change: (bytes: Buffer) => Buffer): Promise<unknown> {
    const place = path.join(damagedFolder, name, file);
    const whole = readFileSync(place);
    writeFileSync(place, change(whole));
    try {
      return await restore(to, store, name, key, true).catch(
        (error: Error) => `${error.name}: ${error.message}`,
      );
    } finally {
      writeFileSync(place, whole);
    }
  }

  const flip = (at: number) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    changed[at < 0 ? changed.length + at : at]! ^= 1;
    return changed;
  };

  test('a key that is missing or another', async () => {
    await expect(restore(to, store, name)).rejects.toThrow(
      '这份备份已加密。请用 BACKUP_KEY 给出做备份时的密钥。',
    );
    await expect(restore(to, store, name, `${key}x`)).rejects.toThrow(
      'BACKUP_KEY 不是这份备份的密钥。请用做备份时的那一个。',
    );
  });

  test('a part with a changed byte, cut short, in another one’s place; the rows before stay', async () => {
    const before = await contentsOf(to);
    const parts = readdirSync(path.join(damagedFolder, name)).filter((one) => one.startsWith('part-'));
    const last = parts.at(-1)!;
    const sentence = `StartupError: 备份文件 ${name}/${last} 缺失或已损坏，没有恢复任何数据。请换一份备份。`;
    expect(await withChanged(last, flip(3))).toBe(sentence);
    expect(await withChanged(last, flip(-1))).toBe(sentence);
    expect(await withChanged(last, (bytes) => bytes.subarray(0, -1))).toBe(sentence);
    expect(await withChanged(last, () => readFileSync(path.join(damagedFolder, name, parts[0]!)))).toBe(
      sentence,
    );
    expect(await contentsOf(to)).toEqual(before);
  });

  test('a manifest with a changed row count, or none at all', async () => {
    expect(
      await withChanged('manifest.json', (bytes) =>
        Buffer.from(bytes.toString().replace(/"rows": (\d+)/, '"rows": 1$1')),
      ),
    ).toBe(`StartupError: 备份 ${name} 的清单已损坏或被改动，不能恢复。请换一份备份。`);
    expect(await withChanged('manifest.json', (bytes) => bytes.subarray(0, 99))).toBe(
      `StartupError: 备份 ${name} 的清单已损坏，不能恢复。请换一份备份。`,
    );
    await expect(restore(to, store, 'yaopi-20200101T000000Z', key)).rejects.toThrow('没有完整的备份');
  });

  test('rows that are there are replaced only when told so, and not beside a shop at work', async () => {
    const full = await bareDatabase();
    await restore(full, store, name, key);
    await expect(restore(full, store, name, key)).rejects.toThrow('已有数据，没有恢复');
    await asked(full, (client) => client.query("UPDATE brand SET name = name || '改'"));
    await asked(full, async (client) => {
      await client.query("SET application_name = 'yaopi'");
      await expect(restore(full, store, name, key, true)).rejects.toThrow('请先停止它们');
    });
    await restore(full, store, name, key, true);
    expect(await contentsOf(full)).toEqual(await contentsOf(url));
  }, 120_000);
});

test('a backup of an older version is brought to the present one; one of a newer version is refused', async () => {
  const old = await bareDatabase();
  await migrateDatabase(old, ownMigrations()[0]);
  const store = await openStore(path.join(folder, 'versions'));
  const { manifest } = await dump(old, store, undefined, first);
  expect(manifest.migrations).toEqual(ownMigrations().slice(0, 1));
  const to = await bareDatabase();
  await restore(to, store, manifest.name);
  await asked(to, async (client) => {
    const { rows } = await client.query('SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY 1');
    expect(rows.map((row) => Number(row.created_at))).toEqual(ownMigrations());
  });
  await asked(old, (client) =>
    client.query(
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)",
    ),
  );
  const later = await dump(old, store, undefined, new Date('2026-11-23T06:15:00Z'));
  await expect(restore(await bareDatabase(), store, later.manifest.name)).rejects.toThrow('来自另一个版本');
}, 120_000);

describe('where backups lie', () => {
  let s3: S3rver;
  let endpoint: string;

  beforeAll(async () => {
    s3 = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: path.join(folder, 's3'),
      configureBuckets: [{ name: 'backups', configs: [] }],
    });
    endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    });
  });
  afterAll(() => s3.close());

  test.each(['folder', 's3'])(
    'in a %s: written, found, restored; old and half ones go',
    async (kind) => {
      const store = await openStore(kind === 's3' ? 's3://backups/shop/one' : path.join(folder, 'kept'));
      try {
        const days = [20, 21, 22, 23].map((day) => new Date(`2026-11-${day}T01:02:03Z`));
        for (const day of days.slice(0, 3)) await dump(url, store, key, day);
        // A run that broke off: parts without a manifest.
        await store.put('yaopi-20261119T000000Z/part-000001', Buffer.from('half'));
        await store.put('someone-else/file', Buffer.from('stays'));
        expect(await listBackups(store)).toEqual([20, 21, 22].map((day) => `yaopi-202611${day}T010203Z`));
        await dump(url, store, key, days[3]!);
        expect(await removeOld(store, 2)).toEqual(
          ['19T000000Z', '20T010203Z', '21T010203Z'].map((rest) => `yaopi-202611${rest}`),
        );
        expect(await store.list()).toEqual([
          'someone-else',
          'yaopi-20261122T010203Z',
          'yaopi-20261123T010203Z',
        ]);
        const to = await bareDatabase();
        await restore(to, store, 'yaopi-20261123T010203Z', key);
        expect(await contentsOf(to)).toEqual(await contentsOf(url));
      } finally {
        store.close();
      }
    },
    120_000,
  );

  test('a place that does not answer or cannot be written is one sentence', async () => {
    const missing = await openStore('s3://no-such-bucket/x');
    await expect(dump(url, missing, undefined, first)).rejects.toThrow(
      /备份存储 s3:\/\/no-such-bucket\/x 不可用（NoSuchBucket/,
    );
    missing.close();
    writeFileSync(path.join(folder, 'a-file'), '');
    const blocked = await openStore(path.join(folder, 'a-file'));
    await expect(dump(url, blocked, undefined, first)).rejects.toThrow(
      /不能写入备份文件夹 .*（ENOTDIR|EEXIST）/,
    );
    expect(existsSync(path.join(folder, 'a-file'))).toBe(true);
    expect(pool.waitingCount).toBe(0);
  });
});

test('rows are counted wherever the database’s answer is cut on its way', async () => {
  await asked(url, async (client) => {
    await client.query('create temporary table cut (text text)');
    const counts = new Set<number>();
    // Read in pieces of 65,536 bytes: after one of these lengths the number of rows is alone in the second.
    for (let length = 65_500; length < 65_530; length++) {
      await client.query(`truncate cut; insert into cut select repeat('x', ${length})`);
      const checked = checkRows(client, { name: 'cut', columns: ['text'] });
      // Nothing is read until all of it has come.
      for (const end = performance.now() + 10; performance.now() < end; );
      counts.add((await checked).rows);
    }
    expect([...counts]).toEqual([1]);
  });
});
