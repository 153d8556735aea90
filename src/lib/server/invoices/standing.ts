/** Session and quota of sellers (rules 19): looked at each hour, and at the desk; an open session lets invoices go. */
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db } from '../db/client.ts';
import type { InvoicePort, PortSeller, SessionStanding } from '../ports/invoices/port.ts';
import { findInvoicePort, listInvoicePorts } from '../ports/invoices/providers.ts';
import { listSellersToCheck } from './red-rows.ts';
import { findSellerFile, recordStanding } from './seller-rows.ts';
import { hurryWaiting } from './send-rows.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Reads session and quota of a seller from its provider and stores them. Throws what the provider throws. */
export async function askStanding(
  db: Db,
  port: InvoicePort,
  seller: PortSeller,
  { renew, now }: { renew: boolean; now: Date },
): Promise<SessionStanding | null> {
  const [session = null, quota = null] = await Promise.all([
    port.session?.(seller, renew),
    port.quota?.(seller),
  ]);
  const isOpen = session?.state === 'open';
  await recordStanding(db, seller.merchantId, {
    // Where the provider names no end, the session is checked again within a day.
    sessionUntil: isOpen ? (session.until ?? new Date(now.getTime() + day)) : null,
    sessionCheckedAt: now,
    ...(quota && { quotaTotal: quota.total, quotaUsed: quota.used, quotaCheckedAt: now }),
  });
  if (isOpen) await hurryWaiting(db, seller.merchantId, now);
  return session;
}

export function checkInvoiceSellers(db: Db, now: Date): Promise<RowsDone> {
  const providers = listInvoicePorts().flatMap(({ key, capabilities }) =>
    capabilities.session ? [key] : [],
  );
  const since = new Date(now.getTime() - hour);
  return eachRow(db, {
    job: 'checkInvoiceSellers',
    now,
    list: () => listSellersToCheck(db, 'checkInvoiceSellers', { providers, since, now }),
    work: async (merchantId: number) => {
      const seller = (await findSellerFile(db, merchantId))?.seller;
      const port = seller ? findInvoicePort(seller.provider) : undefined;
      if (!seller || port === undefined || (await port.missing(db, seller)) !== null) return 0;
      await askStanding(db, port, { ...seller, merchantId }, { renew: false, now });
      return 1;
    },
  });
}
