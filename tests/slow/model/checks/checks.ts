/** Everything that must hold whenever the shop is quiet. */
import type { Book } from '../book.ts';
import type { World } from '../world.ts';
import { checkClaims, checkCoupons, checkVouchers } from './coupons.ts';
import { checkCounter, checkEntries, checkLedgers, checkParts, checkPayments } from './money.ts';
import { checkAmounts, checkDates, checkHistories, checkNotified } from './orders.ts';
import type { Snapshot } from './snapshot.ts';
import { checkActivities, checkLimits, checkStock } from './stock.ts';

/** What is wrong at one moment, in words; empty when all is well. `now` is the shop's clock. */
export function checkAll(snapshot: Snapshot, book: Book, world: World, now: Date): string[] {
  return [
    ...checkHistories(snapshot),
    ...checkAmounts(snapshot),
    ...checkDates(snapshot),
    ...checkNotified(snapshot, book, world, now),
    ...checkLedgers(snapshot),
    ...checkEntries(snapshot),
    ...checkPayments(snapshot, book),
    ...checkParts(snapshot),
    ...checkCounter(snapshot),
    ...checkStock(snapshot, book, now),
    ...checkLimits(snapshot, world),
    ...checkActivities(snapshot),
    ...checkClaims(snapshot, book),
    ...checkCoupons(snapshot),
    ...checkVouchers(snapshot, book),
  ];
}
