import { agreementVersion } from '#lib/rules/companies/registration.ts';
import type { agreementAcceptance } from '#lib/server/db/schema.ts';

/** That a person of the demo has agreed to the agreement in force when they came. */
export function acceptanceOf(userId: string, now: Date): typeof agreementAcceptance.$inferInsert {
  return { userId, version: agreementVersion, acceptedAt: now, address: '127.0.0.1' };
}
