/**
 * The interface of every way to issue invoices (数电票): one file a provider, listed in providers.ts. Amounts are signed
 * fen. Providers are called outside transactions; every call has a timeout of some seconds, and throws where there is
 * no answer: the outcome is unknown then, and `query` tells it. The same serial twice issues one invoice.
 */
import type { AppError } from '#lib/contract/errors.ts';
import type { InvoiceFileKind, InvoiceForm } from '#lib/rules/invoices/invoice-state.ts';
import type { RedReason, RedState } from '#lib/rules/invoices/red-state.ts';
import type { TaxPolicy } from '#lib/rules/invoices/tax.ts';
import type { InvoiceKind, InvoiceSeller, InvoiceTitle } from '#lib/rules/invoices/titles.ts';
import type { Fen } from '#lib/rules/money/money.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Acknowledgement } from '../payments/port.ts';

/** The party that issues. */
export interface PortSeller extends InvoiceSeller {
  merchantId: number;
}

/** The party that receives. */
export type PortBuyer = Pick<InvoiceTitle, 'name' | 'taxNo' | 'bank' | 'bankAccount' | 'address' | 'phone'>;

/** A line. Net, tax and gross go together: a provider that recomputed one of them would differ by a fen. */
export interface PortLine {
  seq: number;
  /** 0 plain, 2 discounted, 1 the discount of the line before it. */
  nature: number;
  name: string;
  spec: string;
  unit: string;
  taxCode: string;
  /** Null for a discount and for freight. */
  quantity: number | null;
  /** Net, at most 8 decimals; empty where there is no quantity. */
  unitPrice: string;
  /** Percent. */
  rate: number;
  policy: TaxPolicy;
  gross: Fen;
  net: Fen;
  tax: Fen;
}

export interface PortFile {
  kind: InvoiceFileKind;
  bytes: Uint8Array;
}

export interface PortLimits {
  /** Lines of one invoice. */
  lines: number;
  /** Gross of one invoice. */
  gross: Fen;
  /** Characters of the remark. */
  remark: number;
  form: readonly InvoiceForm[];
  files: readonly InvoiceFileKind[];
  /** It tells about the session with the tax bureau, the quota, and forms that buyers raise. */
  session: boolean;
  quota: boolean;
  inbound: boolean;
  /** Nobody is called: a person enters number and files at the desk. */
  byHand: boolean;
}

/** A request that is asked about. */
export interface PortAsked {
  seller: PortSeller;
  serial: string;
  now: Date;
}

export interface IssueRequest extends PortAsked {
  buyer: PortBuyer;
  kind: InvoiceKind;
  lines: readonly PortLine[];
  remark: string;
}

/** Why something was not done. */
export interface PortFault {
  /** The provider's code; empty where there is none. */
  code: string;
  text: string;
  /** session: the drawer has to log in at the tax bureau; quota: 授信额度 is used up. Both are the merchant's to settle. */
  cause: 'session' | 'quota' | 'other';
}

/**
 * unknown: the provider has no such serial, it may be sent again. failed and void: the serial is used up, another
 * attempt needs a new one. unsealed: the invoice exists and waits for its seal, under the same serial.
 */
export type IssueAnswer =
  | { state: 'running' | 'unknown' }
  | { state: 'issued'; number: string; issuedAt: Date }
  | { state: 'unsealed' | 'failed' | 'void'; fault: PortFault };

/** The blue line's number, and what of it is made red: negative amounts; quantity null where amounts alone change. */
export interface PortRedLine extends Omit<PortLine, 'seq' | 'nature'> {
  blueSeq: number;
}

export interface RedRequest extends PortAsked {
  blue: { number: string; kind: InvoiceKind };
  buyer: PortBuyer;
  reason: RedReason;
  /** Empty: all of the blue invoice. */
  lines: readonly PortRedLine[];
}

/** A form by our serial, or by the tax bureau's uuid where the buyer raised it. */
export interface RedAsked extends PortAsked {
  uuid: string;
}

/** unknown: the provider has no such form, it may be asked for again under the same serial. */
export interface RedAnswer {
  state: RedState | 'unknown';
  formNo: string;
  uuid: string;
  /** The red invoice that the bureau issued, and the serial under which the provider has it; null until then. */
  issued: { serial: string; number: string; issuedAt: Date } | null;
  fault: PortFault | null;
}

/** A form that a buyer raised. */
export interface InboundForm extends RedAnswer {
  blueNumber: string;
  reason: RedReason;
  /** Negative; 0 where they are not told. */
  net: Fen;
  tax: Fen;
  /** Empty: its amounts alone are told. */
  lines: readonly { blueSeq: number; quantity: number | null; net: Fen; tax: Fen }[];
}

export interface SessionStanding {
  state: 'open' | 'login' | 'verify';
  /** When the code, or the session, ends; null where it is not told. */
  until: Date | null;
  /** The text of a QR code that the drawer scans, or a `data:` picture of it. */
  qr: string | null;
  text: string;
}

/** A merchant's agreement (OAuth): its person is sent to their page, and comes back with a code. */
export interface InvoiceAgreement {
  /** Their page, which sends the browser to `redirect` with `code`, `taxnum` and `state`. */
  page(redirect: string, state: string): string;
  /** Takes a code over. Throws `NoAnswer` and `PortRefusal`. */
  accept(
    seller: Pick<PortSeller, 'merchantId' | 'taxNo'>,
    agreed: { code: string; redirect: string },
  ): Promise<void>;
}

export interface InvoicePort {
  /** Its name in the database and in the address of its notices. */
  key: string;
  name: string;
  capabilities: PortLimits;
  /** A sentence why this seller cannot use it; null where it can. Nobody is called. */
  missing(db: Db | Tx, seller: Pick<PortSeller, 'merchantId' | 'taxNo'>): Promise<string | null>;
  /** Where each merchant agrees on the provider's own page. */
  agreement?: InvoiceAgreement;
  /** The session of the drawer, with the code that waits to be scanned; with `renew` a new code where one is needed. */
  session?(seller: PortSeller, renew: boolean): Promise<SessionStanding>;
  /** Net amounts of the running period. */
  quota?(seller: PortSeller): Promise<{ total: Fen; used: Fen }>;
  issue(request: IssueRequest): Promise<IssueAnswer>;
  query(asked: PortAsked): Promise<IssueAnswer>;
  /** Asks for the seal once more; false where today's tries are used up. */
  reseal(asked: PortAsked): Promise<boolean>;
  /** The files of an issued invoice, as far as they exist yet. */
  files(asked: PortAsked): Promise<PortFile[]>;
  red: {
    request(request: RedRequest): Promise<RedAnswer>;
    query(asked: RedAsked): Promise<RedAnswer>;
    /** Answers a form that the buyer raised. */
    confirm(asked: RedAsked, isAgreed: boolean): Promise<void>;
    /** Withdraws a form of our own. */
    revoke(asked: RedAsked): Promise<void>;
    /** Forms that buyers raised between two moments, 90 days apart at most. */
    inbound(seller: PortSeller, from: Date, to: Date): Promise<InboundForm[]>;
  };
  /**
   * Reads what arrives at /api/invoice/notify/{key}: the serials that are worth a query, which alone is believed.
   * Throws AppError 422 for what cannot be read.
   */
  notify(raw: Uint8Array): { serial: string }[];
  acknowledge(refusal: AppError | null): Acknowledgement;
}

/** Timeout of a provider, ms. */
export const answerWithin = 10_000;

/** A call that was refused for a reason a person can settle; the words are the provider's. */
export class PortRefusal extends Error {
  override name = 'PortRefusal';
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}
