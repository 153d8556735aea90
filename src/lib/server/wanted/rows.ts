/** 品种求购. Every read and write of a buyer is bound to the company. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import {
  isWantedOpen,
  type WantedStatus,
  wantedBeginning,
  wantedStatuses,
} from '#lib/rules/companies/wanted-state.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Db, Tx } from '../db/client.ts';
import { company, user, wanted } from '../db/schema.ts';

const open = wantedStatuses.filter(isWantedOpen);

/** Requests without an answer. Over `wanted`. */
export const isWantedWaiting = inArray(wanted.status, open);

const facts = {
  id: wanted.id,
  companyId: wanted.companyId,
  userId: wanted.userId,
  userName: user.name,
  name: wanted.name,
  spec: wanted.spec,
  maker: wanted.maker,
  quantity: wanted.quantity,
  unit: wanted.unit,
  price: wanted.price,
  phone: wanted.phone,
  note: wanted.note,
  status: sql<WantedStatus>`${wanted.status}`,
  reply: wanted.reply,
  goodsId: wanted.goodsId,
  createdAt: wanted.createdAt,
  endedAt: wanted.endedAt,
};

function select(db: Db | Tx) {
  return db.select(facts).from(wanted).innerJoin(user, eq(user.id, wanted.userId));
}

/** Serializes changes of a company's requests until the transaction ends. */
export async function lockWanted(tx: Tx, companyId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`wanted:${companyId}`}, 0))`);
}

/** Saves a request; answers its id, or that of the one with the same token. */
export async function putWanted(
  tx: Tx,
  values: Omit<typeof wanted.$inferInsert, 'id' | 'status'>,
): Promise<{ id: number; isNew: boolean }> {
  const [made] = await tx
    .insert(wanted)
    .values({ ...values, status: wantedBeginning })
    .onConflictDoNothing({ target: [wanted.companyId, wanted.token] })
    .returning({ id: wanted.id });
  if (made) return { id: made.id, isNew: true };
  const [before] = await tx
    .select({ id: wanted.id })
    .from(wanted)
    .where(and(eq(wanted.companyId, values.companyId), eq(wanted.token, values.token)));
  return { id: must(before, 'the request of the same token').id, isNew: false };
}

export async function countOpenWanted(tx: Tx, companyId: number): Promise<number> {
  return tx.$count(wanted, and(eq(wanted.companyId, companyId), inArray(wanted.status, open)));
}

/** A company's requests, the newest first. */
export async function listWanted(
  db: Db,
  companyId: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return select(db)
    .where(eq(wanted.companyId, companyId))
    .orderBy(desc(wanted.id))
    .limit(limit)
    .offset(offset);
}
export type WantedRow = Awaited<ReturnType<typeof listWanted>>[number];

export async function countWanted(db: Db, companyId: number): Promise<number> {
  return db.$count(wanted, eq(wanted.companyId, companyId));
}

export async function findWanted(db: Db | Tx, companyId: number, id: number): Promise<WantedRow | null> {
  const [row] = await select(db).where(and(eq(wanted.id, id), eq(wanted.companyId, companyId)));
  return row ?? null;
}

/** Ends a waiting request; false when it does not wait any more. A company ends its own, the platform any. */
export async function endWanted(
  tx: Tx,
  { id, companyId }: { id: number; companyId?: number | undefined },
  end: { status: WantedStatus; reply?: string; goodsId?: number | null; endedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(wanted)
    .set(end)
    .where(
      and(
        eq(wanted.id, id),
        companyId === undefined ? undefined : eq(wanted.companyId, companyId),
        inArray(wanted.status, open),
      ),
    )
    .returning({ id: wanted.id });
  return rows.length > 0;
}

/** A request of any company, for the platform's staff; null when there is none. */
export async function findAnyWanted(db: Db | Tx, id: number): Promise<WantedRow | null> {
  const [row] = await select(db).where(eq(wanted.id, id));
  return row ?? null;
}

/** For the platform: requests that wait for an answer, the oldest first. */
export async function listOpenWanted(db: Db, limit: number) {
  return db
    .select({ ...facts, company: company.name })
    .from(wanted)
    .innerJoin(user, eq(user.id, wanted.userId))
    .innerJoin(company, eq(company.id, wanted.companyId))
    .where(inArray(wanted.status, open))
    .orderBy(asc(wanted.id))
    .limit(limit);
}
