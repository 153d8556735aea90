import { useState } from 'react';
import { RowButton } from '#islands/desk/list/RowButton.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { cancelPutIn } from '#lib/client/stores/desk/lots.ts';
import type { DeskLot } from '#lib/contract/lots.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

type Move = DeskLot['moves'][number] & { key: number };

interface Props {
  lot: DeskLot;
  onDone: (lot: DeskLot) => void;
}

/** Movements of a lot; a put-in from which nothing was shipped may be cancelled. */
export function MovesPanel({ lot, onDone }: Props) {
  const [cancelling, setCancelling] = useState<Move | null>(null);
  const acts: TableColumn<Move> = {
    id: 'acts',
    head: '操作',
    cell: (move) =>
      move.cancels > 0 && (
        <RowButton
          text="撤销入库"
          of={`${momentText(move.at)} ${move.pieces}${lot.unit}`}
          onPress={() => setCancelling(move)}
        />
      ),
  };
  return (
    <section className="panel no-print">
      <div className="panel-title">
        <h2>出入库记录</h2>
      </div>
      <DataTable
        label="出入库记录"
        columns={lot.moves.some(({ cancels }) => cancels > 0) ? [...columns, acts] : columns}
        rows={lot.moves.map((move, key) => ({ ...move, key }))}
        idOf={({ key }) => key}
        nameOf={({ kind_text: kind }) => kind}
        csvName={`批号${lot.lot_no}出入库`}
        empty={<Empty icon="i-lucide-scroll-text" title="还没有出入库记录" />}
      />
      {cancelling !== null && (
        <ReasonDialog
          title={`撤销入库：批号${lot.lot_no}`}
          note={`这次入库的${cancelling.pieces}${lot.unit}从在库减去，像没有入过一样；占用它的订单改用其他批次。`}
          button="撤销入库"
          done="已撤销入库"
          act={(reason) =>
            cancelPutIn({ goods: lot.goods_id, lot_no: lot.lot_no, move: cancelling.cancels, reason })
          }
          onClose={() => setCancelling(null)}
          onDone={onDone}
        />
      )}
    </section>
  );
}

const columns: readonly TableColumn<Move>[] = [
  { id: 'at', head: '时间', value: ({ at }) => momentText(at), isTitle: true },
  { id: 'kind', head: '事项', value: ({ kind_text: kind }) => kind },
  {
    id: 'pieces',
    head: '数量',
    value: ({ pieces }) => pieces,
    // A lock moves nothing.
    cell: ({ pieces }) => (pieces > 0 ? `+${pieces}` : pieces || ''),
    isNumber: true,
  },
  { id: 'reason', head: '原因', value: ({ reason }) => reason },
  { id: 'by', head: '操作人', value: ({ by }) => by },
];
