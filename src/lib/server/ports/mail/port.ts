/** The interface of mail providers. Each provider has one file that contains everything specific to it. */

interface MailFile {
  name: string;
  /** A media type. */
  type: string;
  bytes: Buffer;
}

export interface Mail {
  /** One address, of somebody outside. */
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  files: readonly MailFile[];
  /** Letters, digits and dashes. A repeat of the same mail has the same, so that mailboxes know it again. */
  id: string;
}

export interface MailProvider {
  key: string;
  /**
   * Has a timeout of seconds. Throws `MailRefused` where the address takes no mail of ours, whenever it is tried, and any
   * other error where a later try may succeed. Never logs the content.
   */
  send(mail: Mail): Promise<void>;
  /** Logs in without sending anything. Throws as `send`. */
  check(): Promise<void>;
}

/** The address, or its server, does not take the mail; `status` is the server's code of three digits. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  readonly status: number;

  constructor(status: number) {
    super(`the address refuses the mail (${status})`);
    this.status = status;
  }
}

/** Timeout of each step of a provider, ms. */
export const mailTimeout = 10_000;
