/** All companies' requests for items, at the platform's desk. */
import { sql } from 'drizzle-orm';
import { wanted } from '#lib/contract/desk/lists/wanted.ts';
import { isWantedOpen, wantedStatuses } from '#lib/rules/companies/wanted-state.ts';
import { listRows } from '../db/list-source.ts';

const open = wantedStatuses.filter(isWantedOpen);

export const wantedListRows = listRows(wanted, {
  source: () => ({
    from: sql`wanted w join company c on c.id = w.company_id`,
    key: sql`w.id`,
    columns: {
      name: sql`w.name`,
      spec: sql`w.spec`,
      maker: sql`w.maker`,
      quantity: sql`w.quantity`,
      unit: sql`w.unit`,
      price: sql`w.price`,
      company: sql`c.name`,
      phone: sql`w.phone`,
      note: sql`w.note`,
      created_at: sql`w.created_at`,
      status: sql`w.status`,
      reply: sql`w.reply`,
      goods_id: sql`w.goods_id`,
      company_id: sql`w.company_id`,
      may_answer: sql`w.status in ${open}`,
    },
  }),
});
