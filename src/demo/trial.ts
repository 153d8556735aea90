/** What the demo adds to the shop that it is a demo of. */
import type { Trial } from '#lib/server/core/process/trial.ts';
import { demoAccounts } from './accounts.ts';
import { inventParcel } from './history/invented-parcel.ts';
import { demoPassword } from './seed/known.ts';

export const demoTrial: Trial = { accounts: demoAccounts, password: demoPassword, inventParcel };
