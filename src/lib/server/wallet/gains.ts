/** Points and prizes of a company in some months, for its statement (rules 6). */
import { api } from '#lib/contract/api.ts';
import { mayCall } from '../core/calls/guard.ts';
import type { Context } from '../core/context.ts';
import { type Gains, listGains } from './gain-rows.ts';

/** Null for people who may not read the company's points, and where there is nothing. */
export async function getGains(
  { db, actor: { account } }: Context<'buyer'>,
  { from, to }: { from: number; to: number },
): Promise<Gains | null> {
  if (!mayCall(api.pointsLog, account)) return null;
  const gains = await listGains(db, account.companyId, { from: new Date(from), to: new Date(to) });
  return gains.points.length + gains.prizes.length > 0 ? gains : null;
}
