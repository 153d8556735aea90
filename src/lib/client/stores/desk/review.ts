/** Review at the platform's desk. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { ReviewDone, ReviewFile } from '#lib/contract/review.ts';
import { scopePapers } from '#lib/rules/companies/qualification.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { deskCall } from './session.ts';

/** Claims an application, or extends the claim. */
export function claimReview(id: number): Promise<ReviewFile> {
  return deskCall(api.claimReview, { id });
}

/** Releases it for another reviewer. */
export function releaseReview(id: number): Promise<ReviewFile> {
  return deskCall(api.releaseReview, { id });
}

/** Claims the one that has waited longest; null where only skipped ones are left. */
export async function takeNext(skip: readonly number[]): Promise<ReviewFile | null> {
  const { file } = await deskCall(api.nextReview, skip.length === 0 ? {} : { skip: [...skip] });
  return file;
}

export interface ApprovalTexts {
  scopes: readonly string[];
  rank: string;
  /** Empty: none. */
  manager: string;
}

/** Admits the company, or applies its change. */
export function approveReview(
  { id, version }: ReviewFile,
  { scopes, rank, manager }: ApprovalTexts,
): Promise<ReviewDone> {
  const codes = scopes.filter((code) => isKeyOf(scopePapers, code));
  return deskCall(api.approveReview, {
    id,
    version,
    rank,
    ...(codes.length > 0 && { scopes: codes }),
    ...(manager !== '' && { manager_id: manager }),
  });
}

/** Returns it, with a reason for each document that has one, and a text about the whole. */
export function returnReview(
  { id, version }: ReviewFile,
  { papers, reason }: { papers: { id: number; reason: string }[]; reason: string },
): Promise<ReviewDone> {
  return deskCall(api.returnReview, { id, version, reason, ...(papers.length > 0 && { papers }) });
}

/** Takes one's own decision of the last ten seconds back, and claims the application again. */
export function withdrawReview(id: number): Promise<ReviewFile> {
  return deskCall(api.withdrawReview, { id });
}
