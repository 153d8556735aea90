/** Buyers' requests for 首营资料 of merchants. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { OnboardingKind } from '#lib/rules/companies/onboarding.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db, Tx } from '../db/client.ts';
import { onboardingWish } from '../db/schema.ts';
import type { OnboardingSubject } from './rows.ts';

export interface OnboardingWish extends OnboardingSubject {
  kind: OnboardingKind;
}

/** Saves a company's requests; earlier ones stay as they are. */
export async function insertOnboardingWishes(
  tx: Tx,
  { companyId, orderNo, now }: { companyId: number; orderNo: string; now: Date },
  wishes: readonly OnboardingWish[],
): Promise<void> {
  if (wishes.length === 0) return;
  await tx
    .insert(onboardingWish)
    .values(wishes.map((wish) => ({ ...wish, companyId, orderNo, createdAt: now })))
    .onConflictDoNothing();
}

/** A company's unanswered requests to a merchant. */
export async function listOwnOnboardingWishes(
  db: Db | Tx,
  { companyId, merchantId }: { companyId: number; merchantId: number },
): Promise<OnboardingWish[]> {
  return db
    .select({
      merchantId: onboardingWish.merchantId,
      goodsId: onboardingWish.goodsId,
      maker: onboardingWish.maker,
      kind: onboardingWish.kind,
    })
    .from(onboardingWish)
    .where(and(eq(onboardingWish.companyId, companyId), eq(onboardingWish.merchantId, merchantId)));
}

/** The document has come: deletes the requests for it and answers their companies. */
export async function takeOnboardingWishes(
  tx: Tx,
  { merchantId, goodsId, maker, kind }: OnboardingWish,
): Promise<{ companyId: number; orderNo: string }[]> {
  return tx
    .delete(onboardingWish)
    .where(
      and(
        eq(onboardingWish.merchantId, merchantId),
        eq(onboardingWish.kind, kind),
        goodsId === null ? isNull(onboardingWish.goodsId) : eq(onboardingWish.goodsId, goodsId),
        maker === null ? isNull(onboardingWish.maker) : eq(onboardingWish.maker, maker),
      ),
    )
    .returning({ companyId: onboardingWish.companyId, orderNo: onboardingWish.orderNo });
}

/** A request `w` without a current document: it may have been made while the document came. */
export function isOpenWish(now: Date): SQL {
  return sql`not exists (select 1 from onboarding_paper p where p.merchant_id = w.merchant_id and p.kind = w.kind
    and p.goods_id is not distinct from w.goods_id and p.maker is not distinct from w.maker
    and p.ended_at is null and (p.valid_to is null or p.valid_to >= ${dayKey(now.getTime())}::date))`;
}

/** Number of companies that wait for each document of a merchant itself or of an item and its maker. */
export async function countOnboardingWishes(
  db: Db,
  { merchantId, goodsId, maker, now }: OnboardingSubject & { now: Date },
): Promise<Map<OnboardingKind, number>> {
  const mine =
    goodsId === null
      ? sql`w.goods_id is null and w.maker is null`
      : sql`(w.goods_id = ${goodsId} or w.maker = ${maker})`;
  const { rows } = await db.execute<{ kind: OnboardingKind; asked: number }>(sql`
    select w.kind, count(*)::int as asked from ${onboardingWish} w
    where w.merchant_id = ${merchantId} and ${mine} and ${isOpenWish(now)} group by w.kind`);
  return new Map(rows.map(({ kind, asked }) => [kind, asked]));
}
