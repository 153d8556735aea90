/** Used tokens of the embedded chat page. */
import type { Db } from '../db/client.ts';
import { chatTokenUse } from '../db/schema.ts';

/** Uses a token; false where it was used before, also at the same moment. */
export async function useToken(db: Db, nonce: string, expiresAt: Date): Promise<boolean> {
  const rows = await db
    .insert(chatTokenUse)
    .values({ nonce, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: chatTokenUse.nonce });
  return rows.length > 0;
}
