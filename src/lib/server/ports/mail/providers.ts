/** The mail provider, by the settings of the environment. */
import { env } from '../../core/process/env.ts';
import { demoMail } from './demo.ts';
import type { MailProvider } from './port.ts';
import { smtpMail } from './smtp.ts';

/** Null where no mail is set up: then nobody is asked for an address. */
export function mailProvider(): MailProvider | null {
  const { SMTP_URL, MAIL_FROM, DEMO } = env();
  if (SMTP_URL !== undefined && MAIL_FROM !== undefined) return smtpMail({ url: SMTP_URL, from: MAIL_FROM });
  return DEMO ? demoMail : null;
}
