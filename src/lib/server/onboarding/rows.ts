/** 首营资料: current and past documents, and the permission to read their pages. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { OnboardingKind } from '#lib/rules/companies/onboarding.ts';
import type { WordOf } from '#lib/rules/site/words.ts';
import type { Db, Tx } from '../db/client.ts';
import { goods, merchant, merchantFile, onboardingPage, onboardingPaper, product } from '../db/schema.ts';
import type { MerchantFileRow } from '../files/report-rows.ts';

/** The subject: the merchant itself where neither item nor maker is set. */
export interface OnboardingSubject {
  merchantId: number;
  goodsId: number | null;
  maker: string | null;
}

type OnboardingPaperRow = typeof onboardingPaper.$inferSelect;

/** A document with its files in their order. */
export interface OnboardingPaper extends OnboardingPaperRow {
  pages: MerchantFileRow[];
}

/** The wanted subjects: the merchant itself, and these items and makers. */
interface Wanted {
  merchantId: number;
  isOwn: boolean;
  goodsIds?: readonly number[];
  makers?: readonly string[];
}

function wantedOf({ merchantId, isOwn, goodsIds = [], makers = [] }: Wanted): SQL | undefined {
  return and(
    eq(onboardingPaper.merchantId, merchantId),
    or(
      isOwn ? and(isNull(onboardingPaper.goodsId), isNull(onboardingPaper.maker)) : undefined,
      goodsIds.length > 0 ? inArray(onboardingPaper.goodsId, [...goodsIds]) : undefined,
      makers.length > 0 ? inArray(onboardingPaper.maker, [...makers]) : undefined,
      // No subjects, no rows.
      sql`false`,
    ),
  );
}

/** The current ones. */
export async function listOnboarding(db: Db | Tx, wanted: Wanted): Promise<OnboardingPaper[]> {
  const papers = await db
    .select()
    .from(onboardingPaper)
    .where(and(wantedOf(wanted), isNull(onboardingPaper.endedAt)))
    .orderBy(asc(onboardingPaper.id));
  return withPages(db, papers);
}

/** Those that were replaced or removed, the last first. */
export async function listPastOnboarding(db: Db, wanted: Wanted, limit: number): Promise<OnboardingPaper[]> {
  const papers = await db
    .select()
    .from(onboardingPaper)
    .where(and(wantedOf(wanted), isNotNull(onboardingPaper.endedAt)))
    .orderBy(desc(onboardingPaper.endedAt), desc(onboardingPaper.id))
    .limit(limit);
  return withPages(db, papers);
}

async function withPages(db: Db | Tx, papers: readonly OnboardingPaperRow[]): Promise<OnboardingPaper[]> {
  if (papers.length === 0) return [];
  const ids = papers.map(({ id }) => id);
  const pages = await db
    .select({ paperId: onboardingPage.paperId, file: merchantFile })
    .from(onboardingPage)
    .innerJoin(merchantFile, eq(merchantFile.id, onboardingPage.fileId))
    .where(inArray(onboardingPage.paperId, ids))
    .orderBy(asc(onboardingPage.paperId), asc(onboardingPage.position));
  const byPaper = Map.groupBy(pages, ({ paperId }) => paperId);
  return papers.map((paper) => ({
    ...paper,
    pages: (byPaper.get(paper.id) ?? []).map(({ file }) => file),
  }));
}

/** Serializes changes of a merchant's documents: each writer sees the previous one's. */
export async function takeOnboardingTurn(tx: Tx, merchantId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`onboarding:${merchantId}`}, 0))`);
}

/** A merchant's own document by its id, past ones too; null for another merchant's. */
export async function findOnboarding(
  tx: Tx,
  { id, merchantId }: { id: number; merchantId: number },
): Promise<OnboardingPaper | null> {
  const papers = await tx
    .select()
    .from(onboardingPaper)
    .where(and(eq(onboardingPaper.id, id), eq(onboardingPaper.merchantId, merchantId)));
  return (await withPages(tx, papers))[0] ?? null;
}

/** The current document of a kind; null where there is none. */
export async function findCurrentOnboarding(
  tx: Tx,
  { merchantId, goodsId, maker }: OnboardingSubject,
  kind: OnboardingKind,
): Promise<OnboardingPaper | null> {
  const papers = await tx
    .select()
    .from(onboardingPaper)
    .where(
      and(
        eq(onboardingPaper.merchantId, merchantId),
        eq(onboardingPaper.kind, kind),
        goodsId === null ? isNull(onboardingPaper.goodsId) : eq(onboardingPaper.goodsId, goodsId),
        maker === null ? isNull(onboardingPaper.maker) : eq(onboardingPaper.maker, maker),
        isNull(onboardingPaper.endedAt),
      ),
    );
  return (await withPages(tx, papers))[0] ?? null;
}

/** Saves a document with its first file; the caller has ended the current one of its kind. Answers its id. */
export async function insertOnboarding(
  tx: Tx,
  paper: Omit<typeof onboardingPaper.$inferInsert, 'id'>,
  fileIds: readonly number[],
): Promise<number> {
  const [row] = await tx.insert(onboardingPaper).values(paper).returning({ id: onboardingPaper.id });
  if (row === undefined) throw new Error('a paper was not kept');
  await tx
    .insert(onboardingPage)
    .values(fileIds.map((fileId, position) => ({ paperId: row.id, position, fileId })));
  return row.id;
}

/** Appends a file to a document. */
export async function appendOnboardingPage(tx: Tx, paperId: number, fileId: number): Promise<void> {
  const next = sql`(select coalesce(max(position) + 1, 0) from ${onboardingPage} where paper_id = ${paperId})`;
  await tx.insert(onboardingPage).values({ paperId, position: next, fileId });
}

/** Ends a document: it becomes history. */
export async function endOnboarding(
  tx: Tx,
  id: number,
  { ending, by, now }: { ending: WordOf<'onboarding_paper.ending'>; by: string; now: Date },
): Promise<void> {
  await tx
    .update(onboardingPaper)
    .set({ ending, endedBy: by, endedAt: now })
    .where(and(eq(onboardingPaper.id, id), isNull(onboardingPaper.endedAt)));
}

/** The fields of an item that its documents need. */
export interface OnboardingGoodsRow {
  goodsId: number;
  merchantId: number;
  merchant: string;
  name: string;
  spec: string;
  maker: string;
  approvalNo: string;
}

/** `within`: a merchant's own; null is the platform, which sees all. */
export async function listOnboardingGoods(
  db: Db | Tx,
  goodsIds: readonly number[],
  within: number | null,
): Promise<OnboardingGoodsRow[]> {
  if (goodsIds.length === 0) return [];
  return db
    .select({
      goodsId: goods.id,
      merchantId: goods.merchantId,
      merchant: merchant.shortName,
      name: product.name,
      spec: product.spec,
      maker: product.maker,
      approvalNo: product.approvalNo,
    })
    .from(goods)
    .innerJoin(product, eq(product.id, goods.productId))
    .innerJoin(merchant, eq(merchant.id, goods.merchantId))
    .where(and(inArray(goods.id, [...goodsIds]), within === null ? undefined : eq(goods.merchantId, within)))
    .orderBy(asc(goods.id));
}
