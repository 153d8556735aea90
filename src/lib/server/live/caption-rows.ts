/** Captions of replays. */
import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { liveCaption } from '../db/schema.ts';

/** Captions as they are stored. */
export type Captions = Pick<typeof liveCaption.$inferSelect, 'name' | 'cues'>;

/** The captions of a room with all their cues; null where it has none. */
export async function findCues(db: Db | Tx, roomId: number): Promise<Captions | null> {
  const [row] = await db
    .select({ name: liveCaption.name, cues: liveCaption.cues })
    .from(liveCaption)
    .where(eq(liveCaption.roomId, roomId));
  return row ?? null;
}

/** The name of a room's captions, how many there are, and when they were uploaded; null where it has none. */
export async function findCaptions(db: Db, roomId: number) {
  const [row] = await db
    .select({
      name: liveCaption.name,
      count: sql<number>`jsonb_array_length(${liveCaption.cues})`,
      at: liveCaption.createdAt,
    })
    .from(liveCaption)
    .where(eq(liveCaption.roomId, roomId));
  return row ?? null;
}

/** Puts captions in the place of those that a room had. */
export async function putCaptions(tx: Tx, values: typeof liveCaption.$inferInsert): Promise<void> {
  const { roomId, ...rest } = values;
  await tx
    .insert(liveCaption)
    .values(values)
    .onConflictDoUpdate({ target: liveCaption.roomId, set: rest })
    .returning({ roomId: liveCaption.roomId });
}

export async function deleteCaptions(tx: Tx, roomId: number): Promise<void> {
  await tx.delete(liveCaption).where(eq(liveCaption.roomId, roomId));
}
