/** What the functions of a kind of act take and answer. */
import { AppError } from '#lib/contract/errors.ts';
import { mayLogIn } from '#lib/rules/companies/company-state.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import type { ActRow } from '../../repos/countersign.ts';
import { findCompanyState } from '../../repos/top-ups.ts';

/** What came of an act: a number for `outcome`, a piece that was given, and what is done after the commit. */
export interface Carried {
  outcome?: string;
  companyCouponId?: number;
  after?: () => Promise<void>;
}

export interface ActHands {
  /** Carries a locked act out. Throws 409 in words where the world has changed since it was asked for. */
  pass(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<Carried>;
  /** What becomes of it when it is refused; left out: nothing. */
  refuse?(tx: Tx, context: Context<'staff'>, row: ActRow, word: string): Promise<Carried>;
  /** What becomes of it when who asked takes it back; left out: nothing. */
  withdraw?(tx: Tx, context: Context<'staff'>, row: ActRow): Promise<void>;
}

/** Throws 404 for a company that there is not, 409 with the sentence for one that is closed. */
export async function needOpenCompany(tx: Tx, companyId: number, closed: string): Promise<void> {
  const state = await findCompanyState(tx, companyId);
  if (state === null) throw new AppError(404, `没有企业${companyId}`);
  if (!mayLogIn(state)) throw new AppError(409, closed);
}
