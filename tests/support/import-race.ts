/** Imports in random order beside buyers of long orders: a small round for the tests, a full one for the bench. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inArray, sql } from 'drizzle-orm';
import { AppError } from '#lib/contract/errors.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db } from '#lib/server/db/client.ts';
import { goods, product } from '#lib/server/db/schema.ts';
import { importCatalogue } from '#lib/server/engines/import/import.ts';
import { listHeld } from '#lib/server/goods/stock-rows.ts';
import { cancelMyOrder } from '#lib/server/orders/change.ts';
import type { Account } from '#lib/server/people/account-rows.ts';
import { byStaff } from './context.ts';
import { contextOf, fillCart, makeBuyers, pay, place } from './orders.ts';

export interface Race {
  buyers: number;
  ordersEach: number;
  /** Lines of an order. */
  lines: number;
  goods: number;
  /** Imports that run at once, again and again until the buyers are done. */
  importers: number;
}

export interface RaceResult {
  orders: number;
  imports: number;
  /** What neither a buyer nor an import may meet: anything but a refusal in words. */
  failures: string[];
  /** Deadlocks that the database had to end, hidden ones too. */
  deadlocks: number;
  /** Goods whose stock is another than the file's less what open orders hold. */
  wrongStocks: number;
}

const base = {
  kind: '化学药',
  category1: '抗感染',
  category2: '比赛分类',
  brand: '',
  maker: '重庆比赛制药有限公司',
  form: '片剂',
  origin: '重庆',
  size: '',
  national_code: '',
  unit: '盒',
  mid_pack: '1',
  case_pack: '10',
  otc: '甲类OTC',
  scope: '化学药制剂',
  storage: '常温',
  shelf_life_months: '24',
  indications: '',
  base_price: '2.50',
};

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const skuOf = (at: number) => `RACE${String(at).padStart(4, '0')}`;

/** A file of all goods with this stock each, its rows in random order. */
function writeCatalogue(folder: string, count: number, stock: number, marketPrice: string): string {
  const day = (fromToday: number) => dayKey(Date.now() + fromToday * 86_400_000);
  const lot = { lot_no: 'R1', produced_on: day(-60), expires_on: day(400) };
  const rows = Array.from({ length: count }, (_, at) => ({
    ...base,
    ...lot,
    sku: skuOf(at),
    name: `比赛片${at}`,
    spec: `${at + 1}mg*10片`,
    approval_no: `国药准字H7${String(at).padStart(7, '0')}`,
    market_price: marketPrice,
    stock: String(stock),
  }));
  const heads = Object.keys(rows[0]!) as (keyof (typeof rows)[number])[];
  const text = [
    heads.join(','),
    ...shuffled(rows).map((row) => heads.map((head) => row[head]).join(',')),
  ].join('\r\n');
  const file = path.join(folder, `race-${Math.random().toString(36).slice(2)}.csv`);
  writeFileSync(file, text);
  return file;
}

async function countDeadlocks(db: Db): Promise<number> {
  // What a backend has counted is seen by others a moment later.
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const found = await db.execute<{ n: number }>(
    sql`select deadlocks::int as n from pg_stat_database where datname = current_database()`,
  );
  return found.rows[0]!.n;
}

/** Runs a race on a demo database. `fileStock` of the last import is what every stock is compared with. */
export async function raceImports(db: Db, race: Race): Promise<RaceResult> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'import-race-'));
  const plenty = race.buyers * race.ordersEach * 20;
  const bring = (stock: number, marketPrice: string) =>
    importCatalogue(byStaff(db), writeCatalogue(folder, race.goods, stock, marketPrice));
  await bring(plenty, '5.00');
  const rows = await db
    .select({ id: goods.id })
    .from(goods)
    .innerJoin(product, sql`${product.id} = ${goods.productId}`)
    .where(
      inArray(
        product.sku,
        Array.from({ length: race.goods }, (_, at) => skuOf(at)),
      ),
    );
  const ids = rows.map((row) => row.id);
  const before = await countDeadlocks(db);
  const result: RaceResult = { orders: 0, imports: 0, failures: [], deadlocks: 0, wrongStocks: 0 };
  const note = (what: string) => (error: unknown) => {
    if (!(error instanceof AppError && error.code < 500)) result.failures.push(`${what}: ${error}`);
  };
  let isOver = false;
  async function importer(nth: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      await bring(plenty - (round % 5), `${5 + ((round + nth) % 3)}.00`).then(() => {
        result.imports++;
      }, note('import'));
    }
  }
  async function buyer(account: Account): Promise<void> {
    for (let nth = 0; nth < race.ordersEach; nth++) {
      const wants = shuffled(ids)
        .slice(0, race.lines)
        .map((goodsId) => ({ goodsId, number: 1 + (nth % 3) }));
      try {
        const made = await place(db, account, { ids: await fillCart(db, account, wants) });
        result.orders++;
        if (nth % 3 === 1) await pay(db, account, made.trade_no);
        if (nth % 3 === 2) await cancelMyOrder(contextOf(db, account), { no: made.orders[0]!.no });
      } catch (error) {
        note('order')(error);
      }
    }
  }
  const accounts = await makeBuyers(db, race.buyers, 100_000_000);
  const importers = Array.from({ length: race.importers }, (_, nth) => importer(nth));
  await Promise.all(accounts.map(buyer));
  isOver = true;
  await Promise.all(importers);
  await bring(plenty, '5.00').catch(note('last import'));
  result.deadlocks = (await countDeadlocks(db)) - before;
  const held = await listHeld(db, ids);
  const after = await db
    .select({ id: goods.id, stock: goods.stock })
    .from(goods)
    .where(inArray(goods.id, ids));
  result.wrongStocks = after.filter(({ id, stock }) => stock !== plenty - (held.get(id) ?? 0)).length;
  return result;
}
