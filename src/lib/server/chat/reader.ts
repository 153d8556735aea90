/** The reader or writer of a chat call: a person of a company in the shop, or a person at a desk. */
import { AppError } from '#lib/contract/errors.ts';
import type { Context } from '../core/context.ts';
import type { Account } from '../people/account-rows.ts';
import type { Author } from './message-rows.ts';
import { type Bound, type MarkOf, ofCompany, ofSide } from './talk-rows.ts';

interface BuyerReader {
  side: 'buyer';
  account: Account;
}
interface StaffReader {
  side: 'staff';
  /** Null for the platform. */
  merchantId: number | null;
  staffId: number;
  role: string | undefined;
  name: string;
}
export type ChatReader = (BuyerReader | StaffReader) & {
  /** Which talks there are for the reader. */
  bound: Bound;
  who: MarkOf & Exclude<Author, null>;
  /** The author of signs. */
  by: string;
};
export type DeskReader = StaffReader & ChatReader;

export function buyerReader({
  actor: { account },
}: Pick<Context<'buyer'>, 'actor'>): ChatReader & BuyerReader {
  const { companyId, userId } = account;
  return { side: 'buyer', account, bound: ofCompany(companyId), who: { userId }, by: `u ${userId}` };
}

/** Throws 403 for a command, which is no person. */
export function deskReader({ actor }: Pick<Context<'staff'>, 'actor'>): DeskReader {
  const { staffId, merchantId, role, name } = actor;
  if (staffId === undefined) throw new AppError(403);
  return {
    side: 'staff',
    merchantId,
    staffId,
    role,
    name,
    bound: ofSide(actor),
    who: { staffId },
    by: `s ${staffId}`,
  };
}
