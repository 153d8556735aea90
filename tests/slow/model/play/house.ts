/** What merchants and the platform change: stock, prices, sales, group-buys, who may buy; time and the jobs it brings. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { withDatabaseLock } from '#lib/server/db/migrate.ts';
import * as schema from '#lib/server/db/schema.ts';
import { importCatalogue, importLock } from '#lib/server/engines/import/import.ts';
import { runJob } from '#lib/server/start/jobs.ts';
import { makeActivity } from '#tests/support/activities.ts';
import { byStaff } from '#tests/support/context.ts';
import { until } from '#tests/support/server-process.ts';
import type { Act } from '../acts.ts';
import { type Game, type Play, personOf, pick } from '../game.ts';
import type { WorldGoods } from '../world.ts';
import { giveVouchers } from '../world-goods.ts';

const hour = 3_600_000;
let files = 0;

/** Brings one row by a file, as `npm run import` does. */
async function importRow(
  game: Game,
  goods: WorldGoods,
  values: { stock?: number; price?: string },
): Promise<string> {
  const { shop } = game;
  const [row] = await shop.db.select().from(schema.product).where(eq(schema.product.sku, goods.sku));
  const [own] = await shop.db.select().from(schema.goods).where(eq(schema.goods.id, goods.id));
  const p = row!;
  const yuan = (fen: number) => (fen / 100).toFixed(2);
  const [category] = await shop.db.select().from(schema.category).where(eq(schema.category.id, p.categoryId));
  const [parent] = await shop.db
    .select()
    .from(schema.category)
    .where(eq(schema.category.id, category!.parentId!));
  const cells = {
    sku: p.sku,
    kind: p.kind,
    category1: parent!.name,
    category2: category!.name,
    name: p.name,
    brand: p.brand,
    maker: p.maker,
    spec: p.spec,
    form: p.form,
    origin: p.origin,
    size: p.size,
    approval_no: p.approvalNo,
    national_code: p.nationalCode,
    unit: p.unit,
    mid_pack: p.midPack,
    case_pack: p.casePack,
    otc: p.otc,
    scope: p.scope,
    storage: p.storage,
    shelf_life_months: p.shelfLifeMonths,
    indications: p.indications,
    base_price: values.price ?? yuan(p.basePrice),
    market_price: yuan(p.marketPrice),
    merchant: goods.merchant,
    stock: values.stock ?? '',
    produced_on: own!.producedOn,
    lot_no: own!.lotNo,
    expires_on: own!.expiresOn,
  };
  const file = path.join(shop.folder, `import-${files++}.csv`);
  const quoted = Object.values(cells).map((cell) => `"${String(cell).replaceAll('"', '""')}"`);
  writeFileSync(file, `${Object.keys(cells).join(',')}\n${quoted.join(',')}\n`);
  try {
    const url = (shop.pool.options as { connectionString: string }).connectionString;
    const { summary } = await withDatabaseLock(url, importLock, () =>
      importCatalogue(byStaff(shop.db, shop.now()), file),
    );
    return Object.entries(summary)
      .flatMap(([outcome, count]) => (count > 0 ? [outcome] : []))
      .join('');
  } catch (error) {
    game.book.complaints.push(`an import was broken off: ${error} ← ${(error as Error).cause ?? ''}`);
    return String(error);
  }
}

export const price: Play = (game, act) => {
  const goods = pick(game.world.goods, act.n)!;
  return importRow(game, goods, { price: (5 + (act.m % 2_000) / 100).toFixed(2) });
};

/** Counted anew: the file says what may be sold. */
export const stock: Play = async (game, act) => {
  const goods = pick(game.world.goods, act.n)!;
  const counted = act.flag ? act.m % 30 : 100 + (act.m % 2_000);
  const said = await importRow(game, goods, { stock: counted });
  await game.recount(goods.id, counted);
  return `${goods.id} to ${counted}: ${said}`;
};

async function promote(game: Game, act: Act, kind: 'flash' | 'group_buy', hours: number): Promise<string> {
  const goods = pick(game.world.goods, act.n)!;
  const now = game.shop.now().getTime();
  const [merchant] = await game.shop.db
    .select()
    .from(schema.merchant)
    .where(eq(schema.merchant.code, goods.merchant));
  const span = {
    startsAt: new Date(now - hour),
    endsAt: new Date(now + hours * hour),
    merchantId: merchant!.id,
  };
  const item = { goodsId: goods.id, price: 300 + (act.m % 200), stock: 20 + (act.m % 60), companyLimit: 12 };
  const config =
    kind === 'flash' ? { variant: 'original_price' } : { goal: 20 + (act.m % 40), minQuantity: 2 };
  const { id } = await makeActivity(game.shop.db, { kind, config, ...span }, [
    kind === 'flash' ? item : { ...item, companyLimit: 0 },
  ]);
  return `${kind} ${id} of ${goods.id}`;
}

export const flash: Play = (game, act) => promote(game, act, 'flash', 2 + (act.m % 20));
export const group: Play = (game, act) => promote(game, act, 'group_buy', 3 + (act.m % 30));

export const voucher: Play = async (game, act) => {
  const { companyId } = personOf(game, act);
  await giveVouchers(game.shop.db, game.world.voucherId, [companyId], game.shop.now());
  const { vouchersGiven } = game.book;
  vouchersGiven.set(companyId, (vouchersGiven.get(companyId) ?? 0) + 1);
  return `to company ${companyId}`;
};

async function setState(game: Game, companyId: number, status: 'approved' | 'frozen'): Promise<string> {
  if (status === 'approved') game.book.frozen.delete(companyId);
  await game.shop.db.update(schema.company).set({ status }).where(eq(schema.company.id, companyId));
  if (status === 'frozen') game.book.frozen.add(companyId);
  return `company ${companyId}`;
}

export const freeze: Play = (game, act) => setState(game, personOf(game, act).companyId, 'frozen');
export const unfreeze: Play = (game, act) => {
  const frozen = [...game.book.frozen];
  return frozen.length === 0
    ? Promise.resolve('nobody is frozen')
    : setState(game, pick(frozen, act.n)!, 'approved');
};

const due = [
  'cancelOverdue',
  'completeOverdue',
  'creditPromises',
  'runRefunds',
  'settleGroupBuys',
  'callFromSandbox',
] as const;

export const jobs: Play = async (game, act) => {
  const name = pick(due, act.n)!;
  await runJob(game.shop.db, name, game.shop.now());
  return name;
};

export const wait: Play = async ({ shop }, act) => {
  const minutes = 5 + (act.m % 40);
  await shop.moveClock(minutes * 60_000);
  return `${minutes} minutes`;
};

export const day: Play = async ({ shop }) => {
  await shop.moveClock(24 * hour);
  return `to ${shop.now().toISOString()}`;
};

/**
 * As long as what is due may wait: a process that was killed at a job keeps it from the others for half a minute, and a
 * row that failed rests as long.
 */
const patience = 75_000;

/** All that is due is done: afterwards nothing waits that should not. */
export const settle: Play = async ({ shop, world, book }) => {
  const overdue = async () => {
    const { rows } = await shop.pool.query<{ no: string }>(
      `SELECT no FROM "order" WHERE company_id = ANY($1)
         AND (status = 'to_pay' AND deadline_at <= $2 OR status = 'to_receive' AND receive_by <= $2)`,
      [world.companies, shop.now()],
    );
    return rows.map((row) => row.no);
  };
  const isSettled = async () => {
    for (const name of due) await runJob(shop.db, name, shop.now());
    return (await overdue()).length === 0;
  };
  await until('what is due is done', isSettled, patience).catch(async (error) => {
    const failures = await shop.db.select().from(schema.jobFailure);
    book.complaints.push(`${error}: ${await overdue()} are overdue, failed are ${JSON.stringify(failures)}`);
  });
  return 'all jobs';
};
