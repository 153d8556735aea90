import { hashPassword } from 'better-auth/crypto';
import { like, sql } from 'drizzle-orm';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '#lib/server/db/client.ts';
import { requireDemo } from '#lib/server/db/demo.ts';
import * as schema from '#lib/server/db/schema.ts';
import { productValues } from '#lib/server/engines/import/product-values.ts';
import { acceptanceOf } from './acceptance.ts';
import { categoryPath, readCatalogue } from './catalogue.ts';
import { allScopes } from './companies.ts';
import { creditCode } from './credit-code.ts';
import { dayFrom, momentFrom } from './dates.ts';
import { offersOf } from './goods.ts';
import { demoPassword } from './known.ts';
import { Recombiner } from './recombine.ts';

/** Rows a statement: as JSON, which is faster than parameters and has no limit of 65,535 values. */
const batchSize = 5000;

type Row = Record<string, unknown>;

/** Inserts rows; their keys, the same in every row, name the columns (in snake case). */
async function insertRows(tx: Tx, table: 'product' | 'goods', rows: Row[]): Promise<void> {
  const name = sql.identifier(table);
  const columns = sql.join(
    Object.keys(rows[0] ?? {}).map((key) => sql.identifier(key)),
    sql`, `,
  );
  for (let from = 0; from < rows.length; from += batchSize) {
    const part = JSON.stringify(rows.slice(from, from + batchSize));
    await tx.execute(
      sql`insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, ${part}::json)`,
    );
  }
}

function snakeKeys(row: object): Row {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

async function highest(tx: Tx, table: 'product' | 'goods' | 'company'): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select coalesce(max(id), 0)::int as id from ${sql.identifier(table)}`,
  );
  return must(rows[0], `highest id of ${table}`).id;
}

async function alignSequence(tx: Tx, table: 'product' | 'goods' | 'company'): Promise<void> {
  await tx.execute(
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`,
  );
}

/**
 * Grows the catalogue to `target` items, for benchmarks: real names, makers, specs and forms in new combinations, so
 * that searches still find what a buyer expects. Needs the demo's merchants and categories. Returns how many items were
 * added; 0 when there are enough already.
 */
export async function growGoods(db: Db, target: number, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    await requireDemo(tx, '扩充商品');
    const missing = target - (await tx.$count(schema.goods));
    if (missing <= 0) return 0;
    const recombiner = new Recombiner(readCatalogue());
    const categories = await categoryIds(tx);
    let productId = await highest(tx, 'product');
    let goodsId = await highest(tx, 'goods');
    const firstId = goodsId + 1;
    let serial = await tx.$count(schema.product, like(schema.product.sku, 'G%'));
    let added = 0;
    while (added < missing) {
      const products: Row[] = [];
      const offers: Row[] = [];
      while (products.length < batchSize && added < missing) {
        serial += 1;
        productId += 1;
        const row = recombiner.make(serial);
        const values = productValues(row);
        const path = categoryPath(row.kind, row.category1, row.category2);
        const categoryId = must(categories.get(path), `category of ${row.sku}`);
        products.push(snakeKeys({ ...values, id: productId, categoryId, createdAt: now, updatedAt: now }));
        for (const offer of offersOf({ ...values, ...row, id: productId }, now).slice(0, missing - added)) {
          goodsId += 1;
          added += 1;
          offers.push(snakeKeys({ ...offer, id: goodsId, createdAt: now, updatedAt: now }));
        }
      }
      await insertRows(tx, 'product', products);
      await insertRows(tx, 'goods', offers);
    }
    await tx.insert(schema.demoGoods).values({ firstId, lastId: goodsId });
    await alignSequence(tx, 'product');
    await alignSequence(tx, 'goods');
    return added;
  });
}

/** Ids of the lowest categories by their path. */
async function categoryIds(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.select().from(schema.category);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    rows.flatMap(({ id, parentId, kind, name, level }) => {
      const parent = level === 3 && parentId !== null ? byId.get(parentId) : undefined;
      return parent === undefined ? [] : [[categoryPath(kind, parent.name, name), id]];
    }),
  );
}

/** Location of the benchmark buyers: all merchants except those closed to 湖北 sell there. */
const place = { province: '湖北省', city: '武汉市', district: '武昌区', regionCode: '420106' };

/**
 * Grows the benchmark buyers to `target`: approved pharmacies with every scope, the logins load001, load002… (password
 * as the demo's), 1,000,000.00 in the wallet and an address. Returns how many were added.
 */
export async function growCompanies(db: Db, target: number, now: Date): Promise<number> {
  const password = await hashPassword(demoPassword);
  return db.transaction(async (tx) => {
    await requireDemo(tx, '扩充客户');
    const present = await tx.$count(schema.user, like(schema.user.id, 'user-load%'));
    const first = (await highest(tx, 'company')) + 1;
    const balance = 100_000_000;
    const buyers = Array.from({ length: Math.max(0, target - present) }, (_, at) => {
      const number = String(present + at + 1).padStart(3, '0');
      const login = `load${number}`;
      return {
        id: first + at,
        number,
        login,
        userId: `user-${login}`,
        phone: `136${String(present + at + 1).padStart(8, '0')}`,
      };
    });
    const insert = async <T>(rows: T[], into: (part: T[]) => Promise<unknown>) => {
      for (let from = 0; from < rows.length; from += 1000) await into(rows.slice(from, from + 1000));
    };
    await insert(buyers, (part) =>
      tx.insert(schema.company).values(
        part.map(({ id, number }): typeof schema.company.$inferInsert => ({
          id,
          name: `压测药房${number}`,
          creditCode: creditCode(place.regionCode, 10_000 + id),
          buyerType: 'pharmacy',
          status: 'approved',
          rank: id % 4,
          ...place,
        })),
      ),
    );
    await insert(
      buyers.flatMap(({ id }) => allScopes.map((scope) => ({ companyId: id, scope }))),
      (part) => tx.insert(schema.companyScope).values(part),
    );
    await insert(
      buyers.flatMap(({ id }) => papersOf(id, now)),
      (part) => tx.insert(schema.paper).values(part),
    );
    await insert(buyers, async (part) => {
      await tx.insert(schema.user).values(
        part.map(({ userId, login, phone, number }) => ({
          id: userId,
          name: `采购${number}`,
          email: `${login}@users.invalid`,
          emailVerified: true,
          username: login,
          displayUsername: login,
          phoneNumber: phone,
          phoneNumberVerified: true,
        })),
      );
      await tx.insert(schema.account).values(
        part.map(({ userId, login }) => ({
          id: `account-${login}`,
          accountId: userId,
          providerId: 'credential',
          userId,
          password,
        })),
      );
      await tx.insert(schema.agreementAcceptance).values(part.map(({ userId }) => acceptanceOf(userId, now)));
      await tx
        .insert(schema.member)
        .values(part.map(({ userId, id }) => ({ userId, companyId: id, role: 'owner' as const })));
      await tx.insert(schema.address).values(
        part.map(({ id, number, phone }) => ({
          companyId: id,
          receiver: `收货${number}`,
          phone,
          ...place,
          detail: `示范路 ${id} 号`,
          isDefault: true,
        })),
      );
      await tx.insert(schema.wallet).values(part.map(({ id }) => ({ companyId: id, balance })));
      await tx.insert(schema.walletLedger).values(
        part.map(({ id }) => ({
          companyId: id,
          useType: 'top_up' as const,
          amount: balance,
          balanceAfter: balance,
          ref: 'seed',
          note: '压测账户充值',
          createdAt: momentFrom(now, -1),
        })),
      );
    });
    if (buyers.length > 0) await alignSequence(tx, 'company');
    return buyers.length;
  });
}

function papersOf(companyId: number, now: Date) {
  const kinds = [
    'business_licence',
    'drug_licence',
    'legal_person_id',
    'purchase_authorisation',
    'food_licence',
    'device_filing',
  ] as const;
  return kinds.map((kind, at) => ({
    companyId,
    kind,
    number: `示L${companyId * 10 + at}`,
    validFrom: dayFrom(now, -300),
    validTo: dayFrom(now, 1500),
  }));
}
