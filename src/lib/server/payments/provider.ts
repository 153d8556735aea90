/** What every way to pay can do (rules 5). Amounts are fen. */
import type { Tx } from '../db/client.ts';

/** A payment to be made. */
export interface Charge {
  payNo: string;
  companyId: number;
  amount: number;
  /** What the buyer reads at the counter. */
  subject: string;
  now: Date;
}

/**
 * `redirect`: where the browser pays; a notify follows. `providerNo`: the money has moved already, in the
 * transaction that was handed over.
 */
export type Created = { redirect: string } | { providerNo: string };

/** What a provider says about a payment: by a notify whose signature and merchant were checked, or when asked. */
export interface Notice {
  payNo: string;
  /** The provider's transaction number. */
  providerNo: string;
  amount: number;
  outcome: 'paid' | 'failed';
  /** In words, where it failed. */
  reason: string;
}

export interface Refunding {
  /** Ours, unrepeatable: the same one twice gives back once. */
  refundNo: string;
  payNo: string;
  providerNo: string;
  companyId: number;
  amount: number;
  reason: string;
}

export interface Provider {
  key: string;
  name: string;
  describe: string;
  /** True: the money is in our own books; create and refund move it inside the caller's transaction. */
  isInstant: boolean;
  /** Begins a payment. Throws AppError when it cannot be made, e.g. for too little balance. */
  create(charge: Charge, tx: Tx): Promise<Created>;
  /** Reads what arrives at /api/pay/notify/{key}. Throws AppError 403 for a wrong signature or merchant. */
  parseNotify(values: Record<string, unknown>): Notice;
  /** Asks how a payment stands; null while it is open. */
  query(payNo: string): Promise<Notice | null>;
  /** Gives money back. Throws when it did not work and should be tried again. */
  refund(refunding: Refunding, tx: Tx): Promise<void>;
}
