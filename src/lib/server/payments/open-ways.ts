/** The ways to pay that are set up and that the shop offers (rules 5). */
import { isLinkOpen, isWayOpen } from '#lib/rules/orders/open-ways.ts';
import type { CallContext } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import type { Provider } from '../ports/payments/port.ts';
import { listOffered, takesFromOthers } from '../ports/payments/providers.ts';
import { getSettings } from '../site/settings.ts';

/** Those of the caller's browser. */
export async function listOpenWays({
  db,
  headers,
}: Pick<CallContext, 'db' | 'headers'>): Promise<Provider[]> {
  const settings = await getSettings(db);
  return listOffered(headers).filter(({ kind }) => isWayOpen(kind, settings));
}

/** Whether somebody else may pay for a buyer. */
export async function mayOthersPay(db: Db): Promise<boolean> {
  return takesFromOthers() && isLinkOpen(await getSettings(db));
}
