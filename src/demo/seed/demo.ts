import { hashPassword } from 'better-auth/crypto';
import { sql } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import { checkDigit } from '#lib/rules/text/barcodes.ts';
import { shopFields } from '#lib/server/core/process/shop-fields.ts';
import type { Db, Tx } from '#lib/server/db/client.ts';
import * as schema from '#lib/server/db/schema.ts';
import { productValues } from '#lib/server/engines/import/product-values.ts';
import { acceptanceOf } from './acceptance.ts';
import { categoryPath, categoryTree, fenOf, readCatalogue, readMerchants } from './catalogue.ts';
import { companyValues } from './companies.ts';
import { seedContracts } from './contracts.ts';
import { couponValues } from './coupons.ts';
import { momentFrom } from './dates.ts';
import { offersOf } from './goods.ts';
import * as known from './known.ts';
import { demoLeaflets } from './leaflets.ts';
import { merchantPaperValues, merchantValues } from './merchants.ts';
import { navLinkValues } from './nav-links.ts';
import { inParts } from './parts.ts';
import { photoNames } from './photos.ts';
import { promotionValues } from './promotions.ts';
import { settingValues } from './settings.ts';
import { adValues } from './slots.ts';
import type { DrawnGoods } from './traits.ts';

/** The history of the demo's companies. */
export type DemoLife = {
  companies: readonly number[];
  /** Writes it, the wallets of its companies too; `promoted` are goods with an activity. */
  seed: (tx: Tx, goods: readonly DrawnGoods[], promoted: ReadonlySet<number>, now: Date) => Promise<void>;
};

/**
 * Fills an empty database with the demo: merchants, catalogue, items, companies and their accounts, activities,
 * coupons, ads and settings; with `life` also with the history. One transaction; ids are fixed and the same on every
 * machine, dates count from `now`. Throws when the database already has any of it.
 */
export async function seedDemo(db: Db, now: Date, life?: DemoLife): Promise<void> {
  const password = await hashPassword(known.demoPassword);
  await db.transaction(async (tx) => {
    // First of all: the database takes it only while it is empty.
    await tx.insert(schema.demo).values({ id: 1, seededAt: now });
    const goods = await seedCatalogue(tx, now);
    await seedCompanies(tx, now, { password, life });
    const promoted = await seedPromotions(tx, goods, now);
    await seedWanted(tx, now);
    await tx.insert(schema.ad).values(adValues(now));
    await tx.insert(schema.navLink).values(navLinkValues());
    await tx.insert(schema.siteSetting).values(settingValues());
    await life?.seed(tx, goods, promoted, now);
    await seedContracts(tx, now);
    await alignSequences(tx);
  });
}

/** EAN-13 of the range that is left to shops for their own use (20…29): no product of the world carries it. */
function demoBarcode(productNumber: number): string {
  const digits = `209999${String(productNumber).padStart(6, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

/** Films by sku, files of `data/video/` that the demo's server lays where films are looked for. */
const films: Record<string, string> = { A0159: '/video/a0159.mp4' };

async function seedCatalogue(tx: Tx, now: Date): Promise<DrawnGoods[]> {
  const merchants = merchantValues(readMerchants(), fenOf);
  await tx.insert(schema.merchant).values(merchants);
  await tx.insert(schema.merchantPaper).values(merchantPaperValues(merchants, now));
  const rows = readCatalogue();
  const leaflets = demoLeaflets();
  const categories = categoryTree(rows);
  await tx.insert(schema.category).values([...categories.values()]);
  const products = rows.map((row, at) => ({
    ...productValues(row),
    id: at + 1,
    barcode: demoBarcode(at + 1),
    video: films[row.sku] ?? '',
    pictures: photoNames(row.sku),
    leaflet: leaflets.get(row.name) ?? null,
    categoryId: must(
      categories.get(categoryPath(row.kind, row.category1, row.category2)),
      `category of ${row.sku}`,
    ).id,
    category1: row.category1,
    category2: row.category2,
  }));
  await inParts(products, (part) => tx.insert(schema.product).values(part));
  const goods = products.flatMap((product) => offersOf(product, now));
  await inParts(goods, (part) => tx.insert(schema.goods).values(part));
  const ids = goods.map((one) => one.id);
  await tx.insert(schema.demoGoods).values({ firstId: Math.min(...ids), lastId: Math.max(...ids) });
  return goods;
}

/** Returns the items in activities. */
async function seedPromotions(tx: Tx, goods: DrawnGoods[], now: Date): Promise<Set<number>> {
  const { activities, activityGoods } = promotionValues(goods, now);
  await tx.insert(schema.activity).values(activities);
  await inParts(activityGoods, (part) => tx.insert(schema.activityGoods).values(part));
  const { coupons, held } = couponValues(now);
  await tx.insert(schema.coupon).values(coupons);
  await tx.insert(schema.companyCoupon).values(held);
  return new Set(activityGoods.map((one) => one.goodsId));
}

async function seedCompanies(
  tx: Tx,
  now: Date,
  { password, life }: { password: string; life: DemoLife | undefined },
): Promise<void> {
  await tx.insert(schema.accountManager).values([
    { id: 1, name: '客服中心', phone: shopFields.SHOP_HOTLINE.demo, isDefault: true },
    { id: 2, name: '沈念秋', phone: '13900990101', isDefault: false },
    { id: 3, name: '梁书墨', phone: '13900990102', isDefault: false },
  ]);
  const values = companyValues(now, password);
  await tx.insert(schema.company).values(values.companies);
  await tx.insert(schema.companyScope).values(values.scopes);
  await tx.insert(schema.paper).values(values.papers);
  await tx.insert(schema.companyApplication).values(values.applications);
  await tx.insert(schema.user).values(values.users);
  await tx.insert(schema.account).values(values.accounts);
  await tx.insert(schema.agreementAcceptance).values(values.users.map(({ id }) => acceptanceOf(id, now)));
  await tx.insert(schema.member).values(values.members);
  // demo's two addresses come first, so that their ids are 1 and 2.
  const addresses = values.addresses.toSorted((a, b) => a.companyId - b.companyId);
  await tx.insert(schema.address).values(addresses.map((row, at) => ({ ...row, id: at + 1 })));
  // A company with a history has a wallet that these months have changed: it is written with them.
  const alive = new Set(life?.companies);
  const isYoung = ({ companyId }: { companyId: number }) => !alive.has(companyId);
  await tx.insert(schema.wallet).values(values.wallets.filter(isYoung));
  await tx.insert(schema.walletLedger).values(values.walletLedger.filter(isYoung));
  await tx.insert(schema.pointsLedger).values(values.pointsLedger.filter(isYoung));
  await tx.insert(schema.controlledGrant).values([
    {
      companyId: known.companies.demo,
      goodsId: known.goodsControlledGranted,
      status: 'granted',
      decidedAt: now,
    },
    { companyId: known.companies.demo, goodsId: known.goodsControlledApplied, status: 'applied' },
  ]);
}

/** Requests of demo: one was answered, one waits. */
async function seedWanted(tx: Tx, now: Date): Promise<void> {
  const mine = { companyId: known.companies.demo, userId: known.users.demo, phone: '027-85550101' };
  await tx.insert(schema.wanted).values([
    {
      ...mine,
      name: '布洛芬缓释胶囊',
      spec: '0.3g*24粒',
      quantity: 200,
      unit: '盒',
      note: '需要近半年批号',
      status: 'found',
      reply: '已联系衡川自营补货，现货充足，可直接下单。',
      goodsId: known.goodsPlain,
      token: 'demo-1',
      createdAt: momentFrom(now, -9),
      endedAt: momentFrom(now, -8),
    },
    {
      ...mine,
      name: '盐酸氨溴索口腔崩解片',
      spec: '30mg*20片',
      quantity: 60,
      unit: '盒',
      note: '顾客指定剂型，可接受不同厂家',
      status: 'open',
      token: 'demo-2',
      createdAt: momentFrom(now, -1),
    },
  ]);
}

/** Tables with ids set by us; their sequences continue after them. */
const withFixedIds = [
  'points_goods',
  'merchant',
  'category',
  'product',
  'goods',
  'account_manager',
  'company',
  'address',
  'activity',
  'coupon',
  'ad',
  'nav_link',
  'order_line',
  'shipment',
] as const;

async function alignSequences(tx: Tx): Promise<void> {
  for (const table of withFixedIds) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.identifier(table)}), false)`,
    );
  }
}
