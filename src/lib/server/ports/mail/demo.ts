/** The demo's mail: it is shown on /sandbox/sms and goes nowhere. */
import { getDb } from '../../db/client.ts';
import { keepDemoMail } from './demo-rows.ts';
import type { MailProvider } from './port.ts';

export const demoMail: MailProvider = {
  key: 'demo',
  send: ({ to, subject, text, files }) =>
    keepDemoMail(getDb(), { address: to, subject, body: text, files: files.map(({ name }) => name) }),
  check: async () => {},
};
