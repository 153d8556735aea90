/** What this shop lacks before it opens. */
import { type Lack, listLacks, listSteps, type ShopFacts, type Step } from '#lib/rules/site/readiness.ts';
import { newestBackup } from '../core/metrics/newest-backup.ts';
import { env } from '../core/process/env.ts';
import { identityFaults } from '../core/process/shop-identity.ts';
import type { Db } from '../db/client.ts';
import { isDemo } from '../db/demo.ts';
import { listInvoicePorts } from '../ports/invoices/providers.ts';
import { listProviders } from '../ports/payments/providers.ts';
import { walletProvider } from '../ports/payments/wallet.ts';
import { hasSms } from '../ports/sms/providers.ts';
import { countStock } from './rows.ts';

/** What is missing. */
export async function findLacks(db: Db, now: Date): Promise<Lack[]> {
  return listLacks(await readFacts(db, now), now.getTime());
}

/** How many musts a real shop lacks; none in the demo. */
export async function countMusts(db: Db, now: Date): Promise<number> {
  if (await isDemo(db)) return 0;
  return (await findLacks(db, now)).filter(({ isMust }) => isMust).length;
}

/** Every step of the first day with its state. */
export async function findSteps(db: Db, now: Date): Promise<Step[]> {
  return listSteps(await readFacts(db, now), now.getTime());
}

/** Reads the settings of this process and the database. */
async function readFacts(db: Db, now: Date): Promise<ShopFacts> {
  const given = env();
  const [stock, demo, backup] = await Promise.all([countStock(db), isDemo(db), newestBackup(now.getTime())]);
  return {
    ...stock,
    isDemo: demo,
    identityFaults: identityFaults(given),
    hasAddress: given.SITE_URL !== undefined,
    hasSms: hasSms(),
    hasInvoices: listInvoicePorts().some(({ capabilities }) => !capabilities.byHand),
    hasPayment: listProviders().some(({ key }) => key !== walletProvider.key),
    backupAt: backup === 0 ? null : backup * 1000,
    hasBackupKey: given.BACKUP_KEY !== undefined,
    hasMetrics: given.METRICS_TOKEN !== undefined,
    hasSharedFiles: given.FILES_TO !== undefined,
  };
}
