/** The ways to issue invoices, by the keys of the environment. */
import { invoiceProviders } from '#lib/rules/invoices/invoice-state.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { env } from '../../core/process/env.ts';
import { siteAddress } from '../../core/process/site-address.ts';
import { demoInvoices } from './demo.ts';
import { manualInvoices } from './manual.ts';
import { nuonuo } from './nuonuo.ts';
import { agreePage } from './nuonuo-oauth.ts';
import { type NuonuoTokens, nuonuoTokens } from './nuonuo-tokens.ts';
import type { InvoicePort } from './port.ts';

/** In the order in which a merchant chooses. By hand is always possible. */
export function listInvoicePorts(): InvoicePort[] {
  const own = findNuonuo();
  return [...(own === null ? [] : [own.port]), ...(env().DEMO ? [demoInvoices()] : []), manualInvoices];
}

/** 诺诺 with the tokens of its sellers; null where it is not set. */
export function findNuonuo(): { port: InvoicePort; tokens: NuonuoTokens } | null {
  const { NUONUO_KEY: key, NUONUO_SECRET: secret, NUONUO_TAX_NO, NUONUO_ENDPOINT, NUONUO_OAUTH_URL } = env();
  if (key === undefined || secret === undefined) return null;
  const app = { key, secret, oauthUrl: NUONUO_OAUTH_URL };
  const tokens = nuonuoTokens(app, NUONUO_TAX_NO ?? null);
  const port = nuonuo(
    {
      key: 'nuonuo',
      name: invoiceProviders.nuonuo,
      notifyUrl: () => `${siteAddress()}/api/invoice/notify/nuonuo`,
      ...(NUONUO_TAX_NO === undefined && {
        agreement: {
          page: (redirect, state) => agreePage(app, redirect, state),
          accept: tokens.accept,
        },
      }),
    },
    { provider: 'nuonuo', key, secret, tokens, endpoint: NUONUO_ENDPOINT },
  );
  return { port, tokens };
}

/** A provider that is set here, or undefined. */
export function findInvoicePort(key: string): InvoicePort | undefined {
  return listInvoicePorts().find((port) => port.key === key);
}

/** The display name of a provider, also of one that is no longer set. */
export function nameInvoicePort(key: string): string {
  return isKeyOf(invoiceProviders, key) ? invoiceProviders[key] : key;
}
