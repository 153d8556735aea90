/** The ten seconds of a reviewer's decision, for tests: passed at once. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { carryOutVerdicts } from '#lib/server/companies/verdicts.ts';
import type { Db } from '#lib/server/db/client.ts';
import { companyApplication } from '#lib/server/db/schema.ts';

/** The time to take the decision of an application back is over. */
export async function passTime(db: Db, id: number): Promise<void> {
  await db
    .update(companyApplication)
    .set({ verdictDue: sql`clock_timestamp()` })
    .where(and(eq(companyApplication.id, id), isNotNull(companyApplication.verdict)));
}

/** A press that is carried out at once. */
export function carriedOut<Input extends { id: number }, C extends { db: Db; now: Date }, Done>(
  press: (context: C, input: Input) => Promise<Done>,
) {
  return async (context: C, input: Input): Promise<Done> => {
    const done = await press(context, input);
    await passTime(context.db, input.id);
    await carryOutVerdicts(context.db, context.now);
    return done;
  };
}
