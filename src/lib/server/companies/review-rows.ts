/** Applications of companies, claimed and decided at the platform's desk. */
import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../db/client.ts';
import { company, companyApplication, paper, paperFile, staff, storedFile } from '../db/schema.ts';

/** The platform's staff by login name. */
export async function findStaffId(db: Db | Tx, username: string): Promise<number | null> {
  const [row] = await db
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.username, username), isNull(staff.merchantId)));
  return row?.id ?? null;
}

/** One application with its reviewer; null where there is none. */
export async function findReview(db: Db | Tx, id: number) {
  const [row] = await db
    .select({ own: companyApplication, claimedBy: staff.username })
    .from(companyApplication)
    .leftJoin(staff, eq(staff.id, companyApplication.claimedBy))
    .where(eq(companyApplication.id, id));
  return row ?? null;
}

/** The application itself, locked until the transaction ends; null where there is none. */
export async function lockReview(tx: Tx, id: number) {
  const [row] = await tx.select().from(companyApplication).where(eq(companyApplication.id, id)).for('update');
  return row ?? null;
}

/** Outcomes of earlier applications of a company, the last first. */
export function listEarlier(db: Db, companyId: number, id: number) {
  return db
    .select()
    .from(companyApplication)
    .where(
      and(
        eq(companyApplication.companyId, companyId),
        ne(companyApplication.id, id),
        sql`${companyApplication.decidedAt} is not null`,
      ),
    )
    .orderBy(desc(companyApplication.decidedAt))
    .limit(5);
}

/**
 * A company that waits since before there were applications gets one with its data, and answers its id; null for one
 * that does not wait.
 */
export async function fileWaiting(tx: Tx, companyId: number): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into company_application (company_id, kind, status, data, handed_in_at)
    select c.id, case c.status when 'changing' then 'change' else 'first' end, 'waiting',
      jsonb_build_object(
        'name', c.name, 'creditCode', coalesce(c.credit_code, ''), 'buyerType', c.buyer_type,
        'province', c.province, 'city', c.city, 'district', c.district, 'regionCode', c.region_code,
        'receiver', '', 'phone', '', 'detail', '', 'scopes', '[]'::jsonb),
      c.created_at
    from company c where c.id = ${companyId} and c.status in ('reviewing', 'changing')
    on conflict do nothing
    returning id`);
  return rows[0]?.id ?? null;
}

/** The documents of a company that count or wait, the waiting ones first. */
export function listReviewPapers(db: Db | Tx, companyId: number) {
  return db
    .select()
    .from(paper)
    .where(and(eq(paper.companyId, companyId), inArray(paper.status, ['reviewing', 'approved'])))
    .orderBy(desc(paper.status), asc(paper.id));
}

/** The kinds of these documents of a company. */
export function listPaperKinds(db: Db | Tx, companyId: number, ids: readonly number[]) {
  return db
    .select({ id: paper.id, kind: paper.kind })
    .from(paper)
    .where(and(eq(paper.companyId, companyId), inArray(paper.id, [...ids])))
    .orderBy(asc(paper.id));
}

/** The pictures of these documents, in their order. */
export function listFilesOf(db: Db, paperIds: readonly number[]) {
  return db
    .select({ paperId: paperFile.paperId, rotation: paperFile.rotation, file: storedFile })
    .from(paperFile)
    .innerJoin(storedFile, eq(storedFile.id, paperFile.fileId))
    .where(inArray(paperFile.paperId, [...paperIds]))
    .orderBy(asc(paperFile.paperId), asc(paperFile.position));
}

/** Written like the index of numbers: a parameter instead would not use the index. */
const countsOrWaits = sql`${paper.status} in ('reviewing', 'approved')`;

/** Other uses of the numbers, as `plainNumber` writes them: documents of other companies that count or wait. */
export function listSameNumbers(db: Db, companyId: number, numbers: readonly string[]) {
  const plain = sql<string>`plain_number(${paper.number})`;
  return db
    .select({ number: plain, companyId: company.id, company: company.name })
    .from(paper)
    .innerJoin(company, eq(company.id, paper.companyId))
    .where(
      and(
        sql`${plain} = any(${sql.param(numbers.filter((number) => number !== ''))}::text[])`,
        ne(paper.companyId, companyId),
        countsOrWaits,
      ),
    )
    .orderBy(asc(paper.id))
    .limit(20);
}

/** Documents of other companies, that count or wait, with a picture or file of these documents. */
export function listSameFiles(db: Db, companyId: number, paperIds: readonly number[]) {
  const own = alias(paperFile, 'own');
  const ownFile = alias(storedFile, 'own_file');
  return db
    .selectDistinct({
      paperId: own.paperId,
      companyId: company.id,
      company: company.name,
      kind: paper.kind,
    })
    .from(own)
    .innerJoin(ownFile, eq(ownFile.id, own.fileId))
    .innerJoin(storedFile, and(eq(storedFile.digest, ownFile.digest), ne(storedFile.companyId, companyId)))
    .innerJoin(paperFile, eq(paperFile.fileId, storedFile.id))
    .innerJoin(paper, eq(paper.id, paperFile.paperId))
    .innerJoin(company, eq(company.id, paper.companyId))
    .where(and(inArray(own.paperId, [...paperIds]), countsOrWaits))
    .orderBy(asc(company.id), asc(paper.kind))
    .limit(20);
}

/** Another company of this code; null where there is none. */
export async function findByCode(db: Db | Tx, companyId: number, creditCode: string) {
  const [row] = await db
    .select({ id: company.id, name: company.name })
    .from(company)
    .where(and(eq(company.creditCode, creditCode), ne(company.id, companyId)));
  return row ?? null;
}
