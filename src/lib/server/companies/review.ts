/** Review at the platform's desk: the queue, claims, the file, and the decision. */

import { AppError } from '#lib/contract/errors.ts';
import type {
  ApproveReviewInput,
  NextReviewInput,
  ReturnReviewInput,
  ReviewDone,
  ReviewFile,
  ReviewIdInput,
} from '#lib/contract/review.ts';
import { applicationText } from '#lib/rules/companies/application.ts';
import { claimMs, isClaimedByOther, isWaiting } from '#lib/rules/companies/review.ts';
import type { Context } from '../core/context.ts';
import type { Asked } from './decide.ts';
import { reviewFileOf, reviewText } from './review-file.ts';
import {
  claimNextReview,
  claimReview as claimRow,
  releaseReview as releaseRow,
} from './review-queue-rows.ts';
import { findReview, findStaffId } from './review-rows.ts';
import { decideSoon, withdrawVerdict } from './verdicts.ts';

/** `GET /api/desk/review/{id}`: reads it without a claim. Throws 404 where there is none. */
export async function getReviewFile(
  context: Context<'platform'>,
  { id }: ReviewIdInput,
): Promise<ReviewFile> {
  const file = await findReviewFile(context, { id });
  if (file === null) throw new AppError(404, `没有申请${id}`);
  return file;
}

/** The same; null where there is none. */
export async function findReviewFile(
  context: Context<'platform'>,
  { id }: ReviewIdInput,
): Promise<ReviewFile | null> {
  const found = await findReview(context.db, id);
  return found === null ? null : reviewFileOf(context, found);
}

/** A reviewer at the desk is one of the staff: a claim names them. */
async function getMe({ db, actor }: Context<'platform'>): Promise<number> {
  const me = await findStaffId(db, actor.name);
  if (me === null) throw new AppError(403, '请用员工账号登录后审核');
  return me;
}

/**
 * `POST /api/desk/review/{id}/claim`: claims it for a while, or extends the claim. Throws 404 where there is none, 409
 * where another person has it or it does not wait any more.
 */
export async function claimReview(context: Context<'platform'>, { id }: ReviewIdInput): Promise<ReviewFile> {
  const { db, now } = context;
  const me = await getMe(context);
  const until = new Date(now.getTime() + claimMs);
  if (!(await claimRow(db, id, { me, now, until }))) {
    const found = await findReview(db, id);
    if (found === null) throw new AppError(404, `没有申请${id}`);
    const { own, claimedBy } = found;
    const claim = { by: own.claimedBy, until: own.claimedUntil?.getTime() ?? null };
    const isTaken = isWaiting(own.status) && isClaimedByOther(claim, me, now.getTime());
    throw new AppError(
      409,
      isTaken && own.verdict === null
        ? `${claimedBy ?? '同事'}正在审核这家企业`
        : `${own.data.name}的申请${reviewText(own)}`,
    );
  }
  return getReviewFile(context, { id });
}

/** `POST /api/desk/review/{id}/release`: ends the own claim; without one it changes nothing. */
export async function releaseReview(
  context: Context<'platform'>,
  { id }: ReviewIdInput,
): Promise<ReviewFile> {
  await releaseRow(context.db, id, await getMe(context));
  return getReviewFile(context, { id });
}

/** `POST /api/desk/review/next`: claims the unclaimed one that has waited longest; null where none is left. */
export async function nextReview(
  context: Context<'platform'>,
  { skip = [] }: NextReviewInput,
): Promise<{ file: ReviewFile | null }> {
  const { db, now } = context;
  const me = await getMe(context);
  const until = new Date(now.getTime() + claimMs);
  const id = await db.transaction((tx) => claimNextReview(tx, { me, now, until, skip }));
  return { file: id === null ? null : await getReviewFile(context, { id }) };
}

/** `POST /api/desk/review/{id}/approve`: as {@link decideSoon}. */
export async function approveReview(
  context: Context<'platform'>,
  { id, version, scopes = [], rank, manager_id: managerId }: ApproveReviewInput,
): Promise<ReviewDone> {
  return decideBy(context, {
    id,
    version,
    decision: { verdict: 'approved', scopes, rank, managerId: managerId ?? null },
  });
}

/** `POST /api/desk/review/{id}/return`: as {@link decideSoon}. */
export async function returnReview(
  context: Context<'platform'>,
  { id, version, papers = [], reason }: ReturnReviewInput,
): Promise<ReviewDone> {
  const reasons = new Map(papers.map((one) => [one.id, one.reason]));
  return decideBy(context, { id, version, decision: { verdict: 'returned', papers: reasons, reason } });
}

async function decideBy(context: Context<'platform'>, asked: Asked): Promise<ReviewDone> {
  const { company, leftMs } = await decideSoon(context, await getMe(context), asked);
  const { id, decision } = asked;
  return { id, company, state_text: applicationText(decision.verdict), withdraw_ms: leftMs };
}

/** `POST /api/desk/review/{id}/withdraw`: as {@link withdrawVerdict}; answers the application, claimed again. */
export async function withdrawReview(
  context: Context<'platform'>,
  { id }: ReviewIdInput,
): Promise<ReviewFile> {
  const me = await getMe(context);
  const until = new Date(context.now.getTime() + claimMs);
  await withdrawVerdict(context, { id, me, until });
  return getReviewFile(context, { id });
}
