/** The lines of a caller's cart as the engine takes them, the newest first. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Db, Tx } from '../db/client.ts';
import { cartLine } from '../db/schema.ts';
import { prepared } from '../fast/prepared.ts';

/** Without group-buys, which are paid alone, and without what is saved for later. */
export async function listOwnCart(
  db: Db | Tx,
  { userId, companyId }: { userId: string; companyId: number },
): Promise<QuoteLine[]> {
  return prepared(db, 'own cart', (name) =>
    db
      .select({
        id: cartLine.id,
        kind: cartLine.kind,
        goodsId: cartLine.goodsId,
        activityId: cartLine.activityId,
        quantity: cartLine.number,
        isSelected: cartLine.isSelected,
      })
      .from(cartLine)
      .where(
        and(
          eq(cartLine.userId, sql.placeholder('userId')),
          eq(cartLine.companyId, sql.placeholder('companyId')),
          eq(cartLine.isSavedForLater, false),
          ne(cartLine.kind, 'group_buy'),
        ),
      )
      .orderBy(desc(cartLine.id))
      .prepare(name),
  ).execute({ userId, companyId });
}
