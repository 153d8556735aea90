/** Buyers' requests and feedback, at the platform's desk. Each rejects as `deskCall` does. */

import { api } from '#lib/contract/api.ts';
import type { DeskGrantsValues, GrantList, GrantRow } from '#lib/contract/controlled.ts';
import type { DeskFeedbackList, DeskFeedbackRow, DeskFeedbackValues } from '#lib/contract/feedback/calls.ts';
import type { DeskWantedList, DeskWantedRow, DeskWantedValues } from '#lib/contract/wanted.ts';
import { deskCall } from './session.ts';

export function loadFeedback(input: DeskFeedbackValues): Promise<DeskFeedbackList> {
  return deskCall(api.deskFeedback, input);
}

export function answerFeedback(id: number, answer: string): Promise<DeskFeedbackRow> {
  return deskCall(api.answerFeedback, { id, answer });
}

export function loadWanted(input: DeskWantedValues): Promise<DeskWantedList> {
  return deskCall(api.deskWanted, input);
}

/** Answers a request; without an item there is none. */
export function answerWanted(id: number, goodsId: string, reply: string): Promise<DeskWantedRow> {
  return deskCall(api.answerWanted, { id, reply, ...(goodsId !== '' && { goods_id: goodsId }) });
}

export function loadGrants(input: DeskGrantsValues): Promise<GrantList> {
  return deskCall(api.deskGrants, input);
}

export function approveGrant({ id, created_at }: GrantRow): Promise<GrantRow> {
  return deskCall(api.approveGrant, { id, created_at });
}

/** Refuses an application; the company reads why. */
export function refuseGrant({ id, created_at }: GrantRow, reason: string): Promise<GrantRow> {
  return deskCall(api.refuseGrant, { id, created_at, reason });
}
