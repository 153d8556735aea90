/** The table of a merchant's items for putting lots in, as `checkLotTable` takes it back. */
import { api } from '#lib/contract/api.ts';
import { emptyInput } from '#lib/contract/fields.ts';
import { lotHeads, mostLotRows } from '#lib/rules/orders/lot-table.ts';
import { type TableColumn, writeTable } from '../../engines/tables/write-table.ts';
import { type LotItem, listTemplateItems } from '../../lots/table-rows.ts';
import { deskTableFile } from './desk-table-file.ts';

const column = (
  head: string,
  width: number,
  value: (row: LotItem) => string | null = () => null,
): TableColumn<LotItem> => ({ head, width, kind: 'text', value });

/** Columns to fill in are empty; those of an item are for people. */
const columns: readonly TableColumn<LotItem>[] = [
  column(lotHeads.goods, 10, ({ id }) => String(id)),
  column(lotHeads.sku, 14, ({ sku }) => sku),
  column('商品名称', 24, ({ name }) => name),
  column('规格', 18, ({ spec }) => spec),
  column('生产企业', 24, ({ maker }) => maker),
  column('单位', 6, ({ unit }) => unit),
  column(lotHeads.lot, 16),
  column(lotHeads.produced, 12),
  column(lotHeads.expires, 12),
  column(lotHeads.pieces, 10),
  column(lotHeads.doc, 18),
];

/** `GET /api/desk/lots/template`: a workbook, whose codes stay texts. */
export const answerLotTemplate = deskTableFile({
  call: api.lotTemplate,
  schema: emptyInput,
  async make({ db, actor }) {
    const rows = await listTemplateItems(db, actor.merchantId, mostLotRows);
    return {
      name: '批次入库表',
      form: 'xlsx',
      told: { rows: rows.length, filter: '' },
      write: () => writeTable('xlsx', columns, rows),
    };
  },
});
