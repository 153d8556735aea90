/**
 * The demo's way to issue invoices: 诺诺's own protocol, spoken to a counterpart of ours under /sandbox/invoices. Its
 * invoices are no invoices; every file says so.
 */
import { createHmac } from 'node:crypto';
import { env } from '../../core/process/env.ts';
import { ownAddress } from '../../core/process/site-address.ts';
import { demoHint } from './demo-words.ts';
import { nuonuo } from './nuonuo.ts';
import type { NuonuoKeys } from './nuonuo-line.ts';
import type { InvoicePort } from './port.ts';

/** Path of the counterpart's one address. */
export const demoServicesPath = '/sandbox/invoices/services';

const secretOf = (what: string) =>
  createHmac('sha256', env().AUTH_SECRET ?? '')
    .update(`demo invoices ${what}`)
    .digest('hex');

/** The access token of a seller; it does not end. */
export const demoToken = (taxNo: string) => secretOf(`token ${taxNo}`);

/** Keys of the demo: the secret is derived from the site's, which it does not reveal. */
export function demoInvoiceKeys(): NuonuoKeys {
  return {
    provider: 'demo',
    key: 'demo',
    secret: secretOf('secret'),
    tokens: {
      missing: async () => null,
      find: async ({ taxNo }) => demoToken(taxNo),
      renew: async () => null,
    },
    endpoint: ownAddress() + demoServicesPath,
  };
}

export function demoInvoices(): InvoicePort {
  const port = nuonuo(
    {
      key: 'demo',
      name: '演示开票',
      notifyUrl: () => `${ownAddress()}/api/invoice/notify/demo`,
    },
    demoInvoiceKeys(),
  );
  return {
    ...port,
    async session(seller, renew) {
      const found = await port.session?.(seller, renew);
      if (found === undefined) throw new Error('the demo has sessions');
      return { ...found, text: `${found.text}。${demoHint}` };
    },
  };
}
