/** The interface of SMS providers. Each provider has one file that contains everything specific to it. */

import type { CodePurpose } from '#lib/rules/companies/phone-code.ts';

interface To {
  /** A mainland mobile, 11 digits. */
  phone: string;
}

interface CodeSms extends To {
  template: 'code';
  /** The purpose of the code. A provider's template may leave it out. */
  purpose: CodePurpose;
  code: string;
}

/** An invitation of a colleague; a provider without a template for it refuses. */
interface InviteSms extends To {
  template: 'invite';
  company: string;
  /** Absolute. */
  link: string;
}

/** A message that the person chose to receive by SMS; a provider without a template for it refuses. */
interface NoticeSms extends To {
  template: 'notice';
  /** Its subject, in Chinese. */
  kind: string;
  title: string;
}

/** An issued invoice; a provider without a template for it refuses. */
interface InvoiceSms extends To {
  template: 'invoice';
  /** The company that issued it. */
  seller: string;
  /** The page of the invoice, absolute. */
  link: string;
  /** Ours: by it the provider is asked whether it had the message. */
  id: string;
}

/** A text message: providers store its sentence as a template and receive only the values. */
export type Sms = CodeSms | InviteSms | NoticeSms | InvoiceSms;

/** A message of an invoice that may have been sent; `at` is when that began: by day, hours before Shanghai's midnight. */
export interface MaybeSent extends To {
  id: string;
  at: Date;
}

/** sent: on its way or received. failed: not delivered. none: never taken. unknown: this cannot be told. */
export type SmsFate = 'sent' | 'failed' | 'none' | 'unknown';

export interface SmsProvider {
  key: string;
  /** True where it has a template for messages of this kind. */
  has(template: Sms['template']): boolean;
  /** Has a timeout of seconds. Throws where the provider refuses or does not respond; never logs the content. */
  send(sms: Sms): Promise<void>;
  /** What became of a message, minutes after it may have been sent. Throws as `send`. Left out: it cannot be asked. */
  fate?(sent: MaybeSent): Promise<SmsFate>;
  /**
   * Asks for the state of the code's template, which proves keys and template without sending anything. Throws as `send`,
   * and where the template may not be used.
   */
  check(): Promise<void>;
}

/** A provider's refusal, with its own code. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';

  constructor(provider: string, reason: string) {
    super(`${provider}: ${reason}`);
  }
}

/** Timeout of a provider, ms. */
export const smsTimeout = 5_000;
