/** The caller's cart as prices beside it depend on it: cached and dropped with the other facts of a person. */
import type { QuoteLine } from '#lib/rules/terms/asked.ts';
import type { Db, Tx } from '../db/client.ts';
import { type Caller, isPersonCurrent, mayUseShelves, personShelf } from './buyer-entries.ts';
import { listOwnCart } from './own-cart-rows.ts';

/** The lines of this person's cart for this company; the same array as long as nothing of it has changed. */
export async function findCachedCart(db: Db | Tx, caller: Caller): Promise<readonly QuoteLine[]> {
  const { companyId, userId } = caller;
  if (!mayUseShelves(db, companyId)) return listOwnCart(db, caller);
  const person = personShelf(userId, companyId);
  if (person.cart !== null) return person.cart;
  const lines = await listOwnCart(db, caller);
  person.cart = lines;
  return isPersonCurrent(userId, person) ? lines : listOwnCart(db, caller);
}
