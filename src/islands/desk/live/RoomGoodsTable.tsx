import { Empty } from '#islands/ui/Faces.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { findOtcTag } from '#islands/ui/tag-kinds.ts';
import type { RoomGoods } from '#lib/contract/live/desk-schema.ts';

const columns: readonly TableColumn<RoomGoods>[] = [
  {
    id: 'name',
    head: '商品',
    value: (row) => row.name,
    cell: (row) => {
      const otc = findOtcTag(row.otc);
      return (
        <>
          {row.name} {otc && <Tag kind={otc.kind}>{otc.text}</Tag>}{' '}
          {row.fault !== '' && <Tag kind="warn">{row.fault}</Tag>}
        </>
      );
    },
    isTitle: true,
  },
  { id: 'spec', head: '规格', value: (row) => row.spec },
  { id: 'maker', head: '生产企业', value: (row) => row.maker },
  { id: 'stock', head: '库存', value: (row) => row.stock, isNumber: true },
  { id: 'point', head: '推荐语', value: (row) => row.point },
];

/** The goods of a room in the host's order. */
export function RoomGoodsTable({ goods }: { goods: readonly RoomGoods[] }) {
  return (
    <section className="panel" aria-label="商品">
      <h2 className="panel-title">商品（{goods.length}种）</h2>
      <DataTable
        label="商品"
        columns={columns}
        rows={goods}
        idOf={(row) => row.id}
        nameOf={(row) => row.name}
        empty={<Empty icon="i-lucide-pill" title="还没有选择商品" />}
      />
    </section>
  );
}
