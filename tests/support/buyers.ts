/*
 * Browser tests share one server and run side by side. A test that fills a cart, spends money or changes addresses
 * takes a company of its own: one of those that `growCompanies` makes.
 */

import { mkdirSync } from 'node:fs';
import path from 'node:path';

/** Companies to be grown before the tests begin. */
export const buyerCount = 300;

/** Where workers before this one left off; only saves looking. */
let next = 1;

/**
 * Login name of an approved pharmacy that no other test uses. The password is that of every demo account. A folder
 * made under `claims` is the claim: workers are other processes, and a new one begins after every failed test.
 */
export function claimBuyer(claims: string): string {
  mkdirSync(claims, { recursive: true });
  for (; next <= buyerCount; next++) {
    const name = `load${String(next).padStart(3, '0')}`;
    try {
      mkdirSync(path.join(claims, name));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error('every buyer is taken: grow more');
}
