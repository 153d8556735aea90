/** The caller's cart as prices beside it depend on it: cached and dropped with the other facts of a person. */
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import { type CartLineRow, listCartLines } from '../cart/rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { type Caller, isPersonCurrent, mayUseShelves, personShelf } from './buyer-entries.ts';

/** The lines of this person's cart for this company; the same array as long as nothing of it has changed. */
export async function findCachedCart(db: Db | Tx, caller: Caller): Promise<readonly QuoteLine[]> {
  const { companyId, userId } = caller;
  if (!mayUseShelves(db, companyId)) return readCart(db, caller);
  const person = personShelf(userId, companyId);
  if (person.cart !== null) return person.cart;
  const lines = await readCart(db, caller);
  person.cart = lines;
  return isPersonCurrent(userId, person) ? lines : readCart(db, caller);
}

async function readCart(db: Db | Tx, caller: Caller): Promise<QuoteLine[]> {
  return (await listCartLines(db, caller)).map(quoteLineOf);
}

/** A stored line as input of the engine. */
export function quoteLineOf(line: CartLineRow): QuoteLine {
  return {
    id: line.id,
    kind: line.kind,
    goodsId: line.goodsId,
    activityId: line.activityId,
    quantity: line.number,
    isSelected: line.isSelected,
  };
}
