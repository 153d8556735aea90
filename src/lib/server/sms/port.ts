/** The port to those who deliver text messages. A provider has one file; what it says of itself stays in it. */

import type { CodePurpose } from '#lib/rules/companies/phone-code.ts';

interface To {
  /** A mainland mobile, 11 digits. */
  phone: string;
}

interface CodeSms extends To {
  template: 'code';
  /** What the code is for. A provider's template may leave it out. */
  purpose: CodePurpose;
  code: string;
}

/** An invitation of a colleague; a house without a template for it refuses. */
interface InviteSms extends To {
  template: 'invite';
  company: string;
  /** Absolute. */
  link: string;
}

/** A message that the person chose to have on the telephone; a house without a template for it refuses. */
interface NoticeSms extends To {
  template: 'notice';
  /** What it is about, in Chinese. */
  kind: string;
  title: string;
}

/** A text message: providers keep its sentence as a template and are sent the values alone. */
export type Sms = CodeSms | InviteSms | NoticeSms;

export interface SmsProvider {
  key: string;
  /** Ends within seconds. Throws where the provider refuses or does not answer; never logs what it carried. */
  send(sms: Sms): Promise<void>;
}

/** A provider's refusal, by its own word for it. */
export class SmsRefused extends Error {
  override name = 'SmsRefused';

  constructor(provider: string, reason: string) {
    super(`${provider}: ${reason}`);
  }
}

/** How long a provider may take, ms. */
export const smsTimeout = 5_000;
