/** The benches' own databases, one folder a size, reused between runs. */
import { cpus } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { prepareDemo } from '#demo/history/prepare-demo.ts';
import { growCompanies, growGoods } from '#demo/seed/grow.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import { openEmbedded } from '#lib/server/db/embedded.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { databasePid } from '#tests/support/server-process.ts';
import { grownGoods, multiplyGoods } from './many-goods.ts';

/** The size of a measured shop. */
export interface Size {
  goods: number;
  buyers: number;
  /** Items that are made one by one, the demo's counted; the others are copies of these, made by SQL. */
  grown?: number;
}

const usual: Size = { goods: 100_000, buyers: 200 };
const quick: Size = { goods: 4_000, buyers: 40 };

export interface BenchDatabase {
  db: Db;
  pool: pg.Pool;
  url: string;
  dataDir: string;
  /** Its first process. */
  pid: number;
  isQuick: boolean;
  /** Number of buyers: load001, load002… */
  buyers: number;
  /** Size of the data, processor and Node version: the heading of a table. */
  about: string;
  close(): Promise<void>;
}

/** Login name of a measured buyer, from 0 on. */
export function buyerName(nth: number): string {
  return `load${String(nth + 1).padStart(3, '0')}`;
}

async function fill(
  db: Db,
  pool: pg.Pool,
  { goods, buyers, grown: oneByOne = grownGoods }: Size,
): Promise<void> {
  // Payments here are large, and there are no payment passwords.
  await pool.query(
    `INSERT INTO site_setting (key, value) VALUES ('payPasswordAbove', '1000000000') ON CONFLICT (key) DO NOTHING`,
  );
  const grown = await growGoods(db, Math.min(goods, oneByOne), new Date());
  const copied = await multiplyGoods(pool, goods);
  const added = grown + copied + (await growCompanies(db, buyers, new Date()));
  if (added > 0) await pool.query('VACUUM ANALYZE');
}

/** Starts the database of a size and fills it at the first use. Close it at the end. */
export async function openBenchDatabase(isQuick: boolean, wanted?: Size): Promise<BenchDatabase> {
  const size = wanted ?? (isQuick ? quick : usual);
  const suffix = size.goods === quick.goods ? '-quick' : size.goods === usual.goods ? '' : `-${size.goods}`;
  const dataDir = path.resolve(`.data-bench${suffix}`);
  const database = await openEmbedded(dataDir, 'tool');
  const { db, pool } = connect(database.url, { max: 4, statementTimeout: 0 });
  async function close(): Promise<void> {
    await pool.end();
    await database.close();
  }
  try {
    console.error('准备数据…');
    await migrateDatabase(database.url);
    await prepareDemo(database.url);
    await fill(db, pool, size);
    const total = await pool.query('SELECT count(*) AS goods FROM goods');
    const about = `${total.rows[0].goods} goods, ${size.buyers} companies, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`;
    return {
      db,
      pool,
      url: database.url,
      dataDir,
      pid: databasePid(dataDir),
      isQuick,
      buyers: size.buyers,
      about,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
