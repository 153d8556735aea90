/** The port to those who deliver text messages. A provider has one file; what it says of itself stays in it. */

/** A text message: providers keep its sentence as a template and are sent the values alone. */
export interface Sms {
  /** A mainland mobile, 11 digits. */
  phone: string;
  template: 'code';
  code: string;
}

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
