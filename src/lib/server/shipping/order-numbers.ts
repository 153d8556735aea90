/** Orders by a number that is typed into the search box of the desk. */
import type { OrderNumbers, OrderNumbersInput } from '#lib/contract/shipping/desk-order.ts';
import { readDeskSearch } from '#lib/rules/orders/desk-orders.ts';
import { orderStatusText } from '#lib/rules/orders/order-state.ts';
import type { Context } from '../core/context.ts';
import { readElsewhere } from '../db/read-elsewhere.ts';
import { listOrderNumbers } from './order-number-rows.ts';

/**
 * `GET /api/desk/order-numbers`: the newest orders that a number matches, by its beginning or fully as that of a trade,
 * a payment, a parcel or the receiver's telephone; a merchant's people find their own.
 */
export async function findOrderNumbers(
  { db, actor, now }: Context<'staff'>,
  { no }: OrderNumbersInput,
): Promise<OrderNumbers> {
  const search = readDeskSearch(no);
  if (search.number === '' && search.phone === '') return { list: [] };
  const rows = await readElsewhere(db, (read) => listOrderNumbers(read, search, actor.merchantId));
  return {
    list: rows.map((row) => ({
      no: row.no,
      found_by: row.no.startsWith(search.number) ? '' : search.number,
      company: row.company,
      status_text: orderStatusText(
        {
          status: row.status,
          deadlineAt: row.deadlineAt.getTime(),
          receiveBy: row.receiveBy?.getTime() ?? null,
        },
        now.getTime(),
      ),
    })),
  };
}
