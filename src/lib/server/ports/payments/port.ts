/**
 * The interface of every way to pay (rules 5): one file a provider, listed in providers.ts. Amounts are fen.
 *
 * Instant providers are our own books and move inside the caller's transaction. Remote ones are never called while a
 * transaction or a lock is open: the operation is recorded first (requested), then sent, and a lost response (unknown)
 * is queried. Every operation carries a number of ours, and the same number twice takes effect once.
 */
import type { AppError } from '#lib/contract/errors.ts';
import type { Tx } from '../../db/client.ts';

/** A payment to be made. */
export interface Charge {
  payNo: string;
  companyId: number;
  amount: number;
  /** The text for the buyer at the counter. */
  subject: string;
  /** Path that the browser returns to, where it leaves the site; by default the result page. */
  returnTo?: string | undefined;
  now: Date;
}

/** A provider's report about a payment: by a verified notify, or as the answer to a query. */
export interface Notice {
  payNo: string;
  /** The provider's transaction number. */
  providerNo: string;
  amount: number;
  /** failed: this attempt; another one may still succeed. */
  outcome: 'paid' | 'failed';
  /** The reason of a failure, in words. */
  reason: string;
}

/**
 * Where a payment is made: an address for the browser, or a text for a QR code (drawn by us) that is valid until a
 * time.
 */
export type Counter = { redirect: string } | { qr: string; until: Date };

/** News about a refund. The report is compared with our refund, and then confirmed by a query. */
export interface RefundReport {
  /** Our number. */
  refundNo: string;
  payNo: string;
  /** The whole payment. */
  paid: number;
  back: number;
  /** `back` is the total refunded of the payment so far, this refund included, instead of this refund's amount. */
  isSum: boolean;
}

/** What a provider reports by itself: states of payments, and refunds with news, which are then queried. */
export interface Reported {
  notices: Notice[];
  refunds: RefundReport[];
}

/** A payment to query. */
export interface Asked {
  payNo: string;
  /** When it began. */
  since: Date;
  now: Date;
}

/** The state of a payment at the provider. isOver: no further notices are possible. */
export interface Standing {
  notices: Notice[];
  isOver: boolean;
}

/** A refund to send. */
export interface Refunding {
  /** Our number, unique: the same number twice refunds once. */
  refundNo: string;
  payNo: string;
  providerNo: string;
  companyId: number;
  amount: number;
  /** The whole payment that this refund is part of. */
  paid: number;
  reason: string;
}

/**
 * open: accepted, not completed. failed: not done, and will not be without a new request; `reason` is for our staff.
 */
export type RefundAnswer = { state: 'done' } | { state: 'open' } | { state: 'failed'; reason: string };

/** The response to a notify, in the provider's own format. */
export interface Acknowledgement {
  status: number;
  contentType: string;
  body: string;
}

interface Face {
  /** Its name on the wire and in the database. */
  key: string;
  name: string;
  describe: string;
  /** Offered in WeChat's own browser only, or everywhere else; left out: in every browser. */
  where?: 'wechat' | 'elsewhere';
}

/** Our own books. */
export interface InstantProvider extends Face {
  kind: 'instant';
  /** Takes the money; returns its transaction number. Throws AppError 422 when the balance is too low. */
  take(charge: Charge, tx: Tx): Promise<string>;
  /** Gives money back. */
  refund(refunding: Refunding, tx: Tx): Promise<void>;
}

/**
 * A remote provider that did not respond. It holds the message and not the error: a connection refused by the provider
 * must not be taken for one refused by our database, which ends a whole run of a job.
 */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor({ key }: { key: string }, error: unknown) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    super(`${key}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
  }
}

/**
 * Somebody else's books. Every call has a timeout of some seconds; it throws where there is no response, and then the
 * outcome is unknown.
 */
export interface RemoteProvider extends Face {
  kind: 'remote';
  /** Hands a payment over; returns where it is paid. */
  start(charge: Charge): Promise<Counter>;
  /** Queries the state of a payment. */
  query(asked: Asked): Promise<Standing>;
  /**
   * Closes a payment whose trade is over: it can no longer be paid, even if the provider does not know it yet. A paid
   * one cannot be closed: its money is among the notices. Closing twice has no further effect.
   */
  close(asked: Asked): Promise<Standing>;
  /** Sends a refund. */
  refund(refunding: Refunding): Promise<RefundAnswer>;
  /** Queries the state of a refund; null when the provider does not know it. */
  queryRefund(refunding: Refunding): Promise<RefundAnswer | null>;
  /**
   * Reads what arrives at /api/pay/notify/{key}, verified over the received bytes. Throws AppError 403 for a wrong
   * signature or merchant, 422 for what cannot be read.
   */
  notify(raw: Uint8Array, headers: Headers): Promise<Reported>;
  /** The response to a notify: null when it was accepted, else why it was not. */
  acknowledge(refusal: AppError | null): Acknowledgement;
}

/** The account to which companies transfer. */
export interface BankAccount {
  holder: string;
  no: string;
  bank: string;
  /** 联行号; empty where none is configured. */
  code: string;
}

/**
 * No provider is involved: the buyer transfers to an account, and a person at the desk enters what arrived. Refunds are
 * made by hand.
 */
export interface BankProvider extends Face {
  kind: 'bank';
  account: BankAccount;
}

export type Provider = InstantProvider | RemoteProvider | BankProvider;
