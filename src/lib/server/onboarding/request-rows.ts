/** Buyers' requests for 首营资料 of merchants. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { OnboardingKind } from '#lib/rules/companies/onboarding.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db, Tx } from '../db/client.ts';
import { onboardingRequest } from '../db/schema.ts';
import type { OnboardingSubject } from './rows.ts';

export interface OnboardingRequest extends OnboardingSubject {
  kind: OnboardingKind;
}

/** Saves a company's requests; earlier ones stay as they are. */
export async function insertOnboardingRequests(
  tx: Tx,
  { companyId, orderNo, now }: { companyId: number; orderNo: string; now: Date },
  requests: readonly OnboardingRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  await tx
    .insert(onboardingRequest)
    .values(requests.map((request) => ({ ...request, companyId, orderNo, createdAt: now })))
    .onConflictDoNothing();
}

/** A company's unanswered requests to a merchant. */
export async function listOwnOnboardingRequests(
  db: Db | Tx,
  { companyId, merchantId }: { companyId: number; merchantId: number },
): Promise<OnboardingRequest[]> {
  return db
    .select({
      merchantId: onboardingRequest.merchantId,
      goodsId: onboardingRequest.goodsId,
      maker: onboardingRequest.maker,
      kind: onboardingRequest.kind,
    })
    .from(onboardingRequest)
    .where(and(eq(onboardingRequest.companyId, companyId), eq(onboardingRequest.merchantId, merchantId)));
}

/** The document has come: deletes the requests for it and answers their companies. */
export async function takeOnboardingRequests(
  tx: Tx,
  { merchantId, goodsId, maker, kind }: OnboardingRequest,
): Promise<{ companyId: number; orderNo: string }[]> {
  return tx
    .delete(onboardingRequest)
    .where(
      and(
        eq(onboardingRequest.merchantId, merchantId),
        eq(onboardingRequest.kind, kind),
        goodsId === null ? isNull(onboardingRequest.goodsId) : eq(onboardingRequest.goodsId, goodsId),
        maker === null ? isNull(onboardingRequest.maker) : eq(onboardingRequest.maker, maker),
      ),
    )
    .returning({ companyId: onboardingRequest.companyId, orderNo: onboardingRequest.orderNo });
}

/** A request `w` without a current document: it may have been made while the document came. */
export function isOpenRequest(now: Date): SQL {
  return sql`not exists (select 1 from onboarding_paper p where p.merchant_id = w.merchant_id and p.kind = w.kind
    and p.goods_id is not distinct from w.goods_id and p.maker is not distinct from w.maker
    and p.ended_at is null and (p.valid_to is null or p.valid_to >= ${dayKey(now.getTime())}::date))`;
}

/** Number of companies that wait for each document of a merchant itself or of an item and its maker. */
export async function countOnboardingRequests(
  db: Db,
  { merchantId, goodsId, maker, now }: OnboardingSubject & { now: Date },
): Promise<Map<OnboardingKind, number>> {
  const mine =
    goodsId === null
      ? sql`w.goods_id is null and w.maker is null`
      : sql`(w.goods_id = ${goodsId} or w.maker = ${maker})`;
  const { rows } = await db.execute<{ kind: OnboardingKind; asked: number }>(sql`
    select w.kind, count(*)::int as asked from ${onboardingRequest} w
    where w.merchant_id = ${merchantId} and ${mine} and ${isOpenRequest(now)} group by w.kind`);
  return new Map(rows.map(({ kind, asked }) => [kind, asked]));
}
