/** Lots and their dates: how long a lot may be sold, and when it counts as near its end. Days are Shanghai's, YYYY-MM-DD. */
import { shanghaiDay } from './activity-time.ts';
import type { EpochMs, Id } from './terms.ts';

const dayMs = 86_400_000;

/** Days that were read already: the lots of a catalogue end on some thousand of them. */
const knownDays = new Map<string, number>();
const mostKnownDays = 10_000;

/** Days since 1970 of a day written YYYY-MM-DD; NaN for what is none. */
export function dayNumber(day: string): number {
  let number = knownDays.get(day);
  if (number === undefined) {
    number = Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs);
    if (knownDays.size >= mostKnownDays) knownDays.clear();
    knownDays.set(day, number);
  }
  return number;
}

/** Days left of a lot: 0 on its last day, negative when that has passed. */
export function daysLeft(expiresOn: string, now: EpochMs): number {
  return dayNumber(expiresOn) - shanghaiDay(now);
}

/** True once the Shanghai day is later than the last day (有效期至): the last day itself still counts. */
export function hasPassed(lastDay: string, now: EpochMs): boolean {
  return daysLeft(lastDay, now) < 0;
}

/**
 * The last day that a lot made on a day may have, by its goods' shelf life in months: the same day of the month, or the
 * month's last. Makers write the day or the month before it.
 */
export function latestExpiry(producedOn: string, months: number): string {
  const [year = 0, month = 0, day = 0] = producedOn.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  const last = new Date(lastOfMonth);
  last.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** The month of a last day as buyers read it: 2027-11. */
export function expiryMonth(lastDay: string): string {
  return lastDay.slice(0, 7);
}

/** Days before its end at which a lot is marked 近效期, and at which it goes into the near-expiry warehouse. */
export const nearExpiry = { warnDays: 180, moveDays: 90 } as const;

/** The warehouses by the wire's ck_id. */
export const warehouses = { main: 1, cold: 2, nearExpiry: 3 } as const;
export const nearExpiryWarehouse: Id = warehouses.nearExpiry;

const warehouseNames: Readonly<Record<Id, string>> = {
  [warehouses.main]: '普通仓',
  [warehouses.cold]: '冷库',
  [warehouses.nearExpiry]: '近效期仓',
};

/** What buyers read; empty for a warehouse that the shop does not know. */
export function warehouseName(id: Id): string {
  return warehouseNames[id] ?? '';
}

/** True when a lot is marked as near its end. An unknown lot and one beyond its date are not: they are not sold at all. */
export function isNearExpiry(expiresOn: string | null, now: EpochMs): boolean {
  if (expiresOn === null || hasPassed(expiresOn, now)) return false;
  return daysLeft(expiresOn, now) <= nearExpiry.warnDays;
}

/**
 * The warehouse from which goods are sold at `now`: their own one, until their lot comes near its end. A fresh lot
 * brings them back by itself, as nothing is written down.
 */
export function warehouseAt(
  { warehouseId, expiresOn }: { warehouseId: Id; expiresOn: string | null },
  now: EpochMs,
): Id {
  if (expiresOn === null || daysLeft(expiresOn, now) > nearExpiry.moveDays) return warehouseId;
  return nearExpiryWarehouse;
}

/** What shelf life, papers and the platform's stops say of goods. */
export type Dates = {
  /** The platform has stopped its sale for a question of quality. */
  isStopped: boolean;
  /** The last day of the lot; null while nobody has said which lot lies there. */
  expiresOn: string | null;
  /** The last day on which all papers of the merchant hold; null = without end. */
  merchantPapersUntil: string | null;
};

/** Why goods rest: a stop of the platform, a lot beyond its date, an unknown one, a lapsed paper of the merchant. */
export type Rest = 'stopped' | 'lot_passed' | 'lot_unknown' | 'merchant_paper';

/** Why goods rest, for any buyer; null = they do not. */
export function findRest(dates: Dates, now: EpochMs): Rest | null {
  const { isStopped, expiresOn, merchantPapersUntil } = dates;
  if (isStopped) return 'stopped';
  if (expiresOn === null) return 'lot_unknown';
  if (hasPassed(expiresOn, now)) return 'lot_passed';
  return merchantPapersUntil !== null && hasPassed(merchantPapersUntil, now) ? 'merchant_paper' : null;
}
