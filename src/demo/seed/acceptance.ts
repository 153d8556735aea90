import { agreementVersion } from '#lib/rules/companies/registration.ts';
import type { agreementAcceptance } from '#lib/server/db/schema.ts';

/** A demo person's acceptance of the agreement in force at their registration. */
export function acceptanceOf(userId: string, now: Date): typeof agreementAcceptance.$inferInsert {
  return { userId, version: agreementVersion, acceptedAt: now, address: '127.0.0.1' };
}
