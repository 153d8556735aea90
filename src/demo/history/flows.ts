/** The demo's sealed records of the last nights, and one order whose lots lack a piece. */
import { sql } from 'drizzle-orm';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { Db } from '#lib/server/db/client.ts';
import { proveDay } from '#lib/server/flows/prove.ts';
import { companies } from '../seed/known.ts';

const day = 86_400_000;
const nights = 3;

/** Compares the orders of the last days as the job of each night would have. A repeat changes nothing. */
export async function seedFlows(db: Db, now: Date): Promise<void> {
  // The warehouse has registered one piece of a lot too few; the buyer is none that the demo shows.
  await db.execute(sql`
    update shipment_lot set quantity = quantity - 1 where id = (
      select l.id from "order" o join shipment s on s.order_no = o.no join shipment_lot l on l.shipment_id = s.id
      where o.status = 'completed' and o.company_id <> ${companies.demo} and l.quantity > 1 and cardinality(l.trace_codes) = 0
        and not exists (select 1 from flow_day)
      order by o.paid_at desc, l.id limit 1)`);
  for (let back = nights; back > 0; back -= 1) {
    const night = new Date(now.getTime() - (back - 1) * day);
    await proveDay(db, dayKey(night.getTime() - day), night);
  }
}
