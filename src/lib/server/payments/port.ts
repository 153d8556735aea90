/**
 * What every way to pay can do (rules 5): one file a provider, listed in providers.ts. Amounts are fen.
 *
 * Instant providers are our own books and move inside the caller's transaction. Remote ones are never called while a
 * transaction or a lock is open: what they shall do is written down first (requested), then sent, and an answer that
 * got lost (unknown) is asked for. Whatever is sent carries a number of ours, and the same number twice happens once.
 */
import type { AppError } from '#lib/contract/errors.ts';
import type { Tx } from '../db/client.ts';

/** A payment to be made. */
export interface Charge {
  payNo: string;
  companyId: number;
  amount: number;
  /** What the buyer reads at the counter. */
  subject: string;
  /** Path that the browser comes back to, where it goes elsewhere; without it the page of the result. */
  returnTo?: string | undefined;
  now: Date;
}

/** What a provider says about a payment: by a notify that was verified, or when asked. */
export interface Notice {
  payNo: string;
  /** The provider's transaction number. */
  providerNo: string;
  amount: number;
  /** failed: this try; another one may still succeed. */
  outcome: 'paid' | 'failed';
  /** In words, where it failed. */
  reason: string;
}

/**
 * Where a payment is made: an address that the browser goes to, or a text that a phone scans (drawn by us) until a moment.
 */
export type Counter = { redirect: string } | { qr: string; until: Date };

/** A refund of which something is new. What is said of it is held against the one that is meant, and then asked for. */
export interface RefundReport {
  /** Ours. */
  refundNo: string;
  payNo: string;
  /** What was paid as a whole. */
  paid: number;
  back: number;
  /** `back` is all that went back of the payment so far, this refund with it, instead of this one's amount. */
  isSum: boolean;
}

/** What a provider reports by itself: payments as they stand, and refunds of which something is new, to be asked about. */
export interface Reported {
  notices: Notice[];
  refunds: RefundReport[];
}

/** A payment that a provider is asked about. */
export interface Asked {
  payNo: string;
  /** When it was begun. */
  since: Date;
  now: Date;
}

/** How a payment stands at the provider. isOver: beyond these notices nothing can come any more. */
export interface Standing {
  notices: Notice[];
  isOver: boolean;
}

/** Money to be given back. */
export interface Refunding {
  /** Ours, unrepeatable: the same one twice gives back once. */
  refundNo: string;
  payNo: string;
  providerNo: string;
  companyId: number;
  amount: number;
  /** What was paid as a whole, of which this is given back. */
  paid: number;
  reason: string;
}

/** open: taken up, not through yet. failed: it was not done and will not be by itself; `reason` is for our people. */
export type RefundAnswer = { state: 'done' } | { state: 'open' } | { state: 'failed'; reason: string };

/** What a notify is answered with, in the provider's own words. */
export interface Acknowledgement {
  status: number;
  contentType: string;
  body: string;
}

interface Face {
  /** As the wire and the database name it. */
  key: string;
  name: string;
  describe: string;
  /** Offered in WeChat's own browser alone, or everywhere else; left out: in every browser. */
  where?: 'wechat' | 'elsewhere';
}

/** Our own books. */
export interface InstantProvider extends Face {
  kind: 'instant';
  /** Takes the money; answers its transaction number. Throws AppError 422 when there is too little. */
  take(charge: Charge, tx: Tx): Promise<string>;
  /** Gives money back. */
  refund(refunding: Refunding, tx: Tx): Promise<void>;
}

/**
 * A remote provider that did not answer. It keeps the words of what went wrong and not the error: a connection refused
 * over there must not be taken for our database's, which ends a whole run of a job.
 */
export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor({ key }: { key: string }, error: unknown) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    super(`${key}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
  }
}

/**
 * Somebody else's books. Every call ends by itself after some seconds at most; it throws where there is no answer, and
 * then nobody knows whether the work was done.
 */
export interface RemoteProvider extends Face {
  kind: 'remote';
  /** Hands a payment over; answers where it is paid. */
  start(charge: Charge): Promise<Counter>;
  /** Asks how a payment stands. */
  query(asked: Asked): Promise<Standing>;
  /**
   * Closes a payment whose trade is over: nobody can pay it any more, also one that the provider has not heard of yet. One
   * that is paid already cannot be closed: its money is among the notices. Closed twice it stays closed.
   */
  close(asked: Asked): Promise<Standing>;
  /** Sends a refund. */
  refund(refunding: Refunding): Promise<RefundAnswer>;
  /** Asks how a refund stands; null when the provider has never heard of it. */
  queryRefund(refunding: Refunding): Promise<RefundAnswer | null>;
  /**
   * Reads what arrives at /api/pay/notify/{key}, verified over the bytes as they came. Throws AppError 403 for a wrong
   * signature or merchant, 422 for what cannot be read.
   */
  notify(raw: Uint8Array, headers: Headers): Promise<Reported>;
  /** The answer to a notify: null when it was taken, else why it was not. */
  acknowledge(refusal: AppError | null): Acknowledgement;
}

/** The account to which companies transfer. */
export interface BankAccount {
  holder: string;
  no: string;
  bank: string;
  /** 联行号; empty where none was set. */
  code: string;
}

/** No house answers: the buyer transfers to an account, and a person at the desk says what came. Refunds are made by hand. */
export interface BankProvider extends Face {
  kind: 'bank';
  account: BankAccount;
}

export type Provider = InstantProvider | RemoteProvider | BankProvider;
