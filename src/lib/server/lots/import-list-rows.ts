/** Tables of lots at a merchant's desk, and their rows with what became of them (rules 5). */
import { sql } from 'drizzle-orm';
import { lotImports } from '#lib/contract/desk/lists/lot-imports.ts';
import { lotRows } from '#lib/contract/desk/lists/lot-rows.ts';
import { movesUsingPutIn } from '#lib/rules/orders/lots.ts';
import { listRows } from '../db/list-source.ts';

const fileName = sql`coalesce(nullif(s.file_name, ''), '粘贴的内容')`;
/** Over a put-in `m`: the movement that cancelled it, as `cancelPutIn` names it. */
const cancelling = sql`lot_movement c on c.lot_id = m.lot_id and c.kind = 'cancelled' and c.ref = 'put-in:' || m.id`;

export const lotImportListRows = listRows(lotImports, {
  source: ({ merchantId }) => ({
    from: sql`lot_import s`,
    shown: sql`left join lateral (
      select count(*) filter (where r.state <> 'wrong') as rows, count(*) filter (where r.state = 'wrong') as wrong,
        count(*) as kept, count(*) filter (where r.state = 'done') as done,
        count(*) filter (where r.state = 'failed') as failed, count(c.id) as cancelled,
        count(*) filter (where r.state = 'in' and c.id is null) as came
      from lot_import_row r left join lot_movement m on m.id = r.move_id left join ${cancelling}
      where r.import_id = s.id) n on true`,
    key: sql`s.id`,
    bound: sql`s.merchant_id = ${merchantId}`,
    columns: {
      file: fileName,
      created_at: sql`s.created_at`,
      made_by: sql`s.made_by`,
      rows: sql`n.rows`,
      came: sql`n.came`,
      cancelled: sql`n.cancelled`,
      done: sql`n.done`,
      failed: sql`n.failed`,
      wrong: sql`n.wrong`,
      left_out: sql`s.table_rows - n.kept`,
    },
  }),
});

export const lotRowListRows = listRows(lotRows, {
  source: ({ merchantId }) => ({
    from: sql`lot_import_row r join lot_import s on s.id = r.import_id
      left join goods g on g.id = r.goods_id and g.merchant_id = s.merchant_id
      left join product p on p.id = g.product_id
      left join lot_movement m on m.id = r.move_id left join ${cancelling}`,
    key: sql`r.id`,
    bound: sql`s.merchant_id = ${merchantId}`,
    columns: {
      lot_no: sql`r.lot_no`,
      sheet_row: sql`r.row`,
      name: sql`coalesce(p.name, '')`,
      spec: sql`p.spec`,
      produced_on: sql`r.produced_on`,
      expires_on: sql`r.expires_on`,
      pieces: sql`r.pieces`,
      unit: sql`p.unit`,
      doc: sql`r.doc`,
      state: sql`case when c.id is null then r.state else 'cancelled' end`,
      note: sql`r.note`,
      file: fileName,
      import_id: sql`s.id`,
      done_at: sql`r.done_at`,
      is_in: sql`(r.state = 'in' and c.id is null)`,
      is_used: sql`exists (select 1 from lot_movement u where u.lot_id = m.lot_id and u.id > m.id
        and u.kind = any(${sql.param([...movesUsingPutIn])}::text[]))`,
    },
    filters: {
      import: (id) => (/^[1-9]\d{0,8}$/.test(id) ? sql`s.id = ${Number(id)}` : sql`false`),
    },
  }),
});
