/** Lots and their dates: how long a lot may be sold, and when it is near its end. Days are Shanghai's, YYYY-MM-DD. */
import { shanghaiDay } from './activity-time.ts';
import type { EpochMs, Id } from './terms.ts';

const dayMs = 86_400_000;

/** Parsed days: the lots of a catalogue end on about a thousand of them. */
const knownDays = new Map<string, number>();
const mostKnownDays = 10_000;

/** Days since 1970 of a day written YYYY-MM-DD; NaN for anything else. */
export function dayNumber(day: string): number {
  let number = knownDays.get(day);
  if (number === undefined) {
    number = Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs);
    if (knownDays.size >= mostKnownDays) knownDays.clear();
    knownDays.set(day, number);
  }
  return number;
}

/** Days left of a lot: 0 on its last day, negative after it. */
export function daysLeft(expiresOn: string, now: EpochMs): number {
  return dayNumber(expiresOn) - shanghaiDay(now);
}

/** True once the Shanghai day is later than the last day (有效期至): the last day itself still counts. */
export function hasPassed(lastDay: string, now: EpochMs): boolean {
  return daysLeft(lastDay, now) < 0;
}

/**
 * The latest expiry of a lot by production day and shelf life in months: the same day of the month, or the month's
 * last. Makers print the day or the month before it.
 */
export function latestExpiry(producedOn: string, months: number): string {
  const [year = 0, month = 0, day = 0] = producedOn.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  const last = new Date(lastOfMonth);
  last.setUTCDate(Math.min(day, lastOfMonth.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** The month of expiry for display: 2027-11. */
export function expiryMonth(lastDay: string): string {
  return lastDay.slice(0, 7);
}

/** Days before its end at which a lot is marked 近效期, and at which it moves into the near-expiry warehouse. */
export const nearExpiry = { warnDays: 180, moveDays: 90 } as const;

/** The warehouses by the wire's ck_id. */
export const warehouses = { main: 1, cold: 2, nearExpiry: 3 } as const;
export const nearExpiryWarehouse: Id = warehouses.nearExpiry;

const warehouseNames: Readonly<Record<Id, string>> = {
  [warehouses.main]: '普通仓',
  [warehouses.cold]: '冷库',
  [warehouses.nearExpiry]: '近效期仓',
};

/** The display name; empty for an unknown warehouse. */
export function warehouseName(id: Id): string {
  return warehouseNames[id] ?? '';
}

/** True when a lot is marked as near its end. An unknown lot and an expired one are not: they are not sold at all. */
export function isNearExpiry(expiresOn: string | null, now: EpochMs): boolean {
  if (expiresOn === null || hasPassed(expiresOn, now)) return false;
  return daysLeft(expiresOn, now) <= nearExpiry.warnDays;
}

/**
 * The warehouse from which items are sold at `now`: their own, until their lot is near its end. A fresh lot moves them
 * back automatically, because nothing is stored.
 */
export function warehouseAt(
  { warehouseId, expiresOn }: { warehouseId: Id; expiresOn: string | null },
  now: EpochMs,
): Id {
  if (expiresOn === null || daysLeft(expiresOn, now) > nearExpiry.moveDays) return warehouseId;
  return nearExpiryWarehouse;
}

/** Shelf life, licences and the platform's stops of an item. */
export type Dates = {
  /** The platform has stopped its sale for a quality issue. */
  isStopped: boolean;
  /** The last day of the lot; null while the lot is unknown. */
  expiresOn: string | null;
  /** The last day on which all licences of the merchant are valid; null = without end. */
  merchantPapersUntil: string | null;
  /** Days on which the merchant takes no new orders, both within it; left out or null: none. */
  merchantRest?: DayRange | null;
  /** The merchant closes for good and takes no new orders. */
  isMerchantClosing?: boolean;
};

/** Two days, both within it. */
export interface DayRange {
  from: string;
  until: string;
}

/**
 * Why items are off sale: a stop of the platform, an expired lot, an unknown one, an expired licence of the merchant, a
 * merchant that closes for good, a rest of the merchant.
 */
export type Rest =
  | 'stopped'
  | 'lot_passed'
  | 'lot_unknown'
  | 'merchant_paper'
  | 'merchant_closing'
  | 'merchant_rest';

/** Why items are off sale, for any buyer; null = they are not. */
export function findRest(dates: Dates, now: EpochMs): Rest | null {
  const { isStopped, expiresOn, merchantPapersUntil, merchantRest = null, isMerchantClosing = false } = dates;
  if (isStopped) return 'stopped';
  if (expiresOn === null) return 'lot_unknown';
  if (hasPassed(expiresOn, now)) return 'lot_passed';
  if (merchantPapersUntil !== null && hasPassed(merchantPapersUntil, now)) return 'merchant_paper';
  if (isMerchantClosing) return 'merchant_closing';
  return merchantRest !== null && isWithinDays(merchantRest, now) ? 'merchant_rest' : null;
}

function isWithinDays({ from, until }: DayRange, now: EpochMs): boolean {
  return daysLeft(from, now) <= 0 && daysLeft(until, now) >= 0;
}
