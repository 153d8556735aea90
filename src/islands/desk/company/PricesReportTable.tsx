import { Empty } from '#islands/ui/Faces.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import type { PricesReport } from '#lib/contract/companies/prices-schema.ts';

type Row = PricesReport['rows'][number];

const columns: readonly TableColumn<Row>[] = [
  { id: 'row', head: '行', value: ({ row }) => row, isNumber: true },
  { id: 'goods', head: '商品编号', value: ({ goods }) => goods, isTitle: true },
  { id: 'price', head: '协议价', value: ({ price }) => price, isNumber: true },
  {
    id: 'said',
    head: '结果',
    value: ({ said }) => said,
    cell: ({ said, is_done: isDone }) => <span className={isDone === 1 ? '' : 'text-price'}>{said}</span>,
  },
];

/** The result of each row of a file; refused ones first. */
export function PricesReportTable({ report }: { report: PricesReport }) {
  const { rows, done, failed } = report;
  const isWritten = report.is_written === 1;
  const sorted = rows.toSorted((a, b) => a.is_done - b.is_done || a.row - b.row);
  return (
    <section aria-label={isWritten ? '导入结果' : '导入预览'}>
      <p role="status" className="px-3 md:px-4 text-small">
        {isWritten ? '已处理' : '可导入'}
        {done}行
        {failed > 0 && (
          <b className="text-price font-500">
            ，{failed}行{isWritten ? '没有导入，改好后可以再导一次' : '不能导入'}
          </b>
        )}
      </p>
      <DataTable
        label={isWritten ? '导入结果' : '导入预览'}
        columns={columns}
        rows={sorted}
        idOf={({ row }) => row}
        nameOf={({ row }) => `第${row}行`}
        csvName={isWritten ? '协议价导入结果' : '协议价导入预览'}
        empty={<Empty icon="i-lucide-inbox" title="没有内容" />}
      />
    </section>
  );
}
