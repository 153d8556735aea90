/** Types of the handlers of a kind of act. */
import { AppError } from '#lib/contract/errors.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { findCompanyState } from '../payments/top-up-rows.ts';
import type { ActRow } from './countersign-rows.ts';

/** Result of an act: a number for `outcome`, a coupon that was given, and work for after the commit. */
export interface Carried {
  outcome?: string;
  companyCouponId?: number;
  after?: () => Promise<void>;
}

export interface ActHands {
  /** Carries out a locked act. Throws 409 in words where the facts have changed since it was requested. */
  pass(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried>;
  /** Effect of a refusal; left out: none. */
  refuse?(tx: Tx, context: Context<'staff'>, row: ActRow, word: string): Promise<Carried>;
  /** Effect of a withdrawal by the requester; left out: none. */
  withdraw?(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<void>;
}

/** Throws 404 for an unknown company, 409 with the sentence for a closed one. */
export async function needOpenCompany(tx: Tx, companyId: number, closed: string): Promise<void> {
  const state = await findCompanyState(tx, companyId);
  if (state === null) throw new AppError(404, `没有企业${companyId}`);
  if (!mayLogIn(state)) throw new AppError(409, closed);
}
