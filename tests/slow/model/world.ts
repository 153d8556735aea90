/** Who and what the model plays with: twenty people of twelve companies, goods of three merchants, coupons. */

import { eq, inArray, sql } from 'drizzle-orm';
import { acceptanceOf } from '#demo/seed/acceptance.ts';
import { growCompanies } from '#demo/seed/grow.ts';
import type { Role } from '#lib/rules/companies/roles.ts';
import { connect, type Db } from '#lib/server/db/client.ts';
import * as schema from '#lib/server/db/schema.ts';
import { postEntry } from '#lib/server/ports/payments/wallet-rows.ts';
import type { Templates } from '#tests/support/test-cluster.ts';
import { copyTemplate } from '#tests/support/test-cluster.ts';
import { makeGoodsOfWorld, makePromotions } from './world-goods.ts';

export interface Person {
  login: string;
  userId: string;
  companyId: number;
  role: Role;
  /** Fen an order, null without. */
  orderLimit: number | null;
}

export interface WorldGoods {
  id: number;
  sku: string;
  merchant: string;
  step: number;
  /** In stock when the world was made. */
  stock: number;
  limits: { all: number; day: number; week: number };
}

export interface World {
  people: Person[];
  companies: number[];
  goods: WorldGoods[];
  combinationId: number;
  couponIds: number[];
  voucherId: number;
}

/** A world and the database that holds it, to be copied for each run. */
export interface WorldTemplate {
  world: World;
  /** Name of the database, without the run's prefix. */
  name: string;
}

interface Colleague {
  login: string;
  of: string;
  role: Role;
  orderLimit?: number;
}

const companyCount = 12;

/** The others own their company alone. */
const colleagues: Colleague[] = [
  { login: 'm-caigou', of: 'load001', role: 'buyer', orderLimit: 30_000 },
  { login: 'm-caiwu', of: 'load001', role: 'finance' },
  { login: 'm-shouhuo', of: 'load001', role: 'receiver' },
  { login: 'm-caigou2', of: 'load002', role: 'buyer', orderLimit: 80_000 },
  { login: 'm-zhu2', of: 'load002', role: 'owner' },
  { login: 'm-zhidu', of: 'load003', role: 'viewer' },
  { login: 'm-fendian', of: 'load004', role: 'buyer' },
  { login: 'm-zhu5', of: 'load005', role: 'owner' },
];

/** Makes the template once: a copy of the demo with the world in it. */
export async function makeWorldTemplate(templates: Templates): Promise<WorldTemplate> {
  const name = 'world';
  const url = await copyTemplate(templates, 'demo', name);
  const { pool, db } = connect(url, { statementTimeout: 0 });
  try {
    return { world: await fillWorld(db, new Date()), name };
  } finally {
    await pool.end();
  }
}

async function fillWorld(db: Db, now: Date): Promise<World> {
  // The demo knows its own activities by their first ids, and renews them.
  await db.execute(sql`select setval(pg_get_serial_sequence('activity', 'id'), 1000)`);
  // Papers of the merchants hold however long is played.
  await db.update(schema.merchantPaper).set({ validTo: null });
  await growCompanies(db, companyCount, now);
  await addColleagues(db);
  const people = await listPeople(db);
  const companies = [...new Set(people.map((person) => person.companyId))].sort((a, b) => a - b);
  // Two stores under a head office, and one company that is short of money.
  const [, , head, store, second, poor] = companies;
  await db
    .update(schema.company)
    .set({ headId: head! })
    .where(inArray(schema.company.id, [store!, second!]));
  await db.transaction((tx) =>
    postEntry(tx, { companyId: poor!, useType: 'adjust', amount: -99_950_000, ref: 'model', note: '' }),
  );
  const goods = await makeGoodsOfWorld(db, now);
  return { people, companies, goods, ...(await makePromotions(db, goods, companies, now)) };
}

/** People in companies that are there, with the password of everybody. */
async function addColleagues(db: Db): Promise<void> {
  const [known] = await db.select().from(schema.account).where(eq(schema.account.id, 'account-load001'));
  for (const { login, of, role, orderLimit = null } of colleagues) {
    const [boss] = await db
      .select()
      .from(schema.member)
      .where(eq(schema.member.userId, `user-${of}`));
    const userId = `user-${login}`;
    await db.insert(schema.user).values({
      id: userId,
      name: login,
      email: `${login}@users.invalid`,
      username: login,
      displayUsername: login,
    });
    await db.insert(schema.account).values({
      id: `account-${login}`,
      accountId: userId,
      providerId: 'credential',
      userId,
      password: known!.password,
    });
    await db.insert(schema.agreementAcceptance).values(acceptanceOf(userId, new Date()));
    await db.insert(schema.member).values({ userId, companyId: boss!.companyId, role, orderLimit });
  }
}

async function listPeople(db: Db): Promise<Person[]> {
  const { member, user } = schema;
  return db
    .select({
      login: sql<string>`${user.username}`,
      userId: user.id,
      companyId: member.companyId,
      role: member.role,
      orderLimit: member.orderLimit,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(sql`${user.username} like 'load%' or ${user.username} like 'm-%'`)
    .orderBy(user.username);
}
