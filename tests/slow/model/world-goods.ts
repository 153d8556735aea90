/** Goods, promotions and coupons of the model's world, each with one thing that is special about it. */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#lib/server/db/client.ts';
import * as schema from '#lib/server/db/schema.ts';
import { makeActivity } from '#tests/support/activities.ts';
import type { World, WorldGoods } from './world.ts';

type Goods = typeof schema.goods.$inferInsert;

const merchants = ['M01', 'M02', 'M03'] as const;
const year = 365 * 86_400_000;

/** What tells each goods from the plain one; four a merchant. */
const special: Partial<Goods>[] = [
  {},
  { ladder: [{ number: 20, price: 900 }] },
  { limitQuantity: 60 },
  { dayLimit: 40, stock: 5_000 },
  {},
  { weekLimit: 80 },
  { rebate: 5 },
  { stock: 60 },
  {},
  { packStep: 5, minQuantity: 10 },
  { stock: 300 },
  { limitQuantity: 100, dayLimit: 30 },
];

/** The goods whose lot ends while the model plays, and the days until then. */
const endsSoon = { at: 7, days: 4 };

/** Goods of their own products, so that a file of the import names each. */
export async function makeGoodsOfWorld(db: Db, now: Date): Promise<WorldGoods[]> {
  const [like] = await db
    .select()
    .from(schema.product)
    .where(
      sql`${schema.product.kind} = '化学药' and ${schema.product.storage} = '常温' and ${schema.product.otc} = '甲类OTC'`,
    )
    .orderBy(schema.product.id)
    .limit(1);
  const made: WorldGoods[] = [];
  for (const [at, values] of special.entries()) {
    const code = merchants[Math.floor(at / 4)]!;
    const [merchant] = await db.select().from(schema.merchant).where(eq(schema.merchant.code, code));
    const sku = `MODEL${String(at).padStart(2, '0')}`;
    const { id: _id, ...rest } = like!;
    const [product] = await db
      .insert(schema.product)
      .values({
        ...rest,
        sku,
        approvalNo: `国药准字H8888${String(at).padStart(4, '0')}`,
        nationalCode: '',
        midPack: values.packStep ?? 1,
        casePack: 100,
        basePrice: 1_000 + at * 137,
        marketPrice: 5_000,
        // The lots below last five years from now: the import refuses a lot that outlasts its product.
        shelfLifeMonths: 72,
        rowHash: '',
      })
      .returning();
    const price = product!.basePrice;
    const [row] = await db
      .insert(schema.goods)
      .values({
        productId: product!.id,
        merchantId: merchant!.id,
        warehouseId: 1,
        price,
        memberPrice: price,
        marketPrice: product!.marketPrice,
        stock: 1_000,
        packStep: 1,
        casePack: product!.casePack,
        producedOn: dayAhead(now, -180),
        expiresOn: dayAhead(now, at === endsSoon.at ? endsSoon.days : 5 * 365),
        lotNo: `L${sku}`,
        ...values,
      })
      .returning();
    const { id, packStep, stock, limitQuantity, dayLimit, weekLimit } = row!;
    const limits = { all: limitQuantity, day: dayLimit, week: weekLimit };
    made.push({ id, sku, merchant: code, step: packStep, stock, limits });
  }
  return made;
}

function dayAhead(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** What binds the goods together, for as long as a world is played. */
export async function makePromotions(
  db: Db,
  goods: readonly WorldGoods[],
  companies: readonly number[],
  now: Date,
): Promise<Pick<World, 'combinationId' | 'couponIds' | 'voucherId'>> {
  const endsAt = new Date(now.getTime() + 4 * year);
  const [m1, , m3] = await db
    .select()
    .from(schema.merchant)
    .where(sql`${schema.merchant.code} in ('M01', 'M02', 'M03')`)
    .orderBy(schema.merchant.code);
  const id = (at: number) => ({ goodsId: goods[at]!.id });
  const tiers = [
    { amount: 30_000, reduction: 1_500 },
    { amount: 80_000, reduction: 5_000 },
  ];
  await makeActivity(db, { kind: 'full_reduction', merchantId: m1!.id, endsAt, config: { tiers } }, [
    id(0),
    id(1),
    id(2),
  ]);
  await makeActivity(
    db,
    {
      kind: 'gift',
      merchantId: m3!.id,
      endsAt,
      config: { threshold: { unit: 'quantity', quantity: 20 }, isRepeated: true },
    },
    [id(8), id(9), { ...id(10), role: 'gift', quantity: 1, stock: 200 }],
  );
  const combination = await makeActivity(
    db,
    { kind: 'combination', endsAt, merchantId: m1!.id, config: { price: 4_000, limitQuantity: 30 } },
    [
      { ...id(0), role: 'part', quantity: 2 },
      { ...id(3), role: 'part', quantity: 1 },
    ],
  );
  const from = new Date(now.getTime() - year / 365);
  const spans = { claimFrom: from, claimTo: endsAt, validFrom: from, validTo: endsAt };
  const made = await db
    .insert(schema.coupon)
    .values([
      {
        name: '模型店铺券',
        merchantId: m1!.id,
        threshold: 20_000,
        value: 1_000,
        total: 60,
        perCompany: 4,
        ...spans,
      },
      { name: '模型平台券', threshold: 30_000, value: 2_000, total: 15, perCompany: 3, ...spans },
      { name: '模型新客券', threshold: 10_000, value: 1_500, total: 40, isNewcomerOnly: true, ...spans },
      { name: '模型现金券', kind: 'voucher', value: 5_000, total: 1_000_000, ...spans },
    ])
    .returning({ id: schema.coupon.id, kind: schema.coupon.kind });
  const voucherId = made.find((one) => one.kind === 'voucher')!.id;
  await giveVouchers(db, voucherId, companies, now);
  return {
    combinationId: combination.id,
    couponIds: made.filter((one) => one.kind === 'coupon').map((one) => one.id),
    voucherId,
  };
}

/** The platform hands a cash voucher out to each of these companies. */
export async function giveVouchers(
  db: Db,
  voucherId: number,
  companies: readonly number[],
  now: Date,
): Promise<void> {
  const [voucher] = await db.select().from(schema.coupon).where(eq(schema.coupon.id, voucherId));
  await db.insert(schema.companyCoupon).values(
    companies.map((companyId) => ({
      companyId,
      couponId: voucherId,
      balance: voucher!.value,
      validFrom: voucher!.validFrom,
      validTo: voucher!.validTo,
      claimedAt: now,
    })),
  );
}
