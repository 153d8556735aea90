/** People of a company to whom the platform gives something. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { member } from '../db/schema.ts';

/** True for a person of this company who is not disabled. */
export async function isWorking(tx: Tx, companyId: number, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: member.userId })
    .from(member)
    .where(and(eq(member.companyId, companyId), eq(member.userId, userId), isNull(member.disabledAt)));
  return row !== undefined;
}
