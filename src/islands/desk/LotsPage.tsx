import { useMemo, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { loadLots } from '#lib/client/stores/desk/lots.ts';
import type { DeskLotRow, DeskLotsList, DeskLotsValues, LotGoods } from '#lib/contract/lots.ts';
import { path } from '#lib/contract/routes.ts';
import { lotStates } from '#lib/rules/orders/lots.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { DeskList } from './list/DeskList.tsx';
import { useDeskList } from './list/use-desk-list.ts';
import { lotAddress, lotColumns } from './lots/columns.tsx';
import { PutInDialog } from './lots/PutInDialog.tsx';

interface Props {
  initial: DeskLotsList;
  input: DeskLotsValues;
  /** The platform's people see whose lot it is, and put nothing in. */
  isPlatform: boolean;
}

const states = keysOf(lotStates).map((value) => ({ value, text: lotStates[value] }));
const idOf = ({ goods_id: goods, lot_no: lot }: DeskLotRow) => `${goods} ${lot}`;
const nameOf = ({ name, lot_no: lot }: DeskLotRow) => `${name} ${lot}`;
const open = (row: DeskLotRow) => location.assign(lotAddress(row));

/** Lots at the desks: the first to expire comes first. */
export function LotsPage({ initial, input, isPlatform }: Props) {
  const list = useDeskList({ address: path('/desk/lots'), initial, input, load: loadLots, idOf });
  // undefined: closed. null: the goods is still to be found.
  const [putting, setPutting] = useState<LotGoods | null | undefined>(undefined);
  const columns = useMemo(
    () => lotColumns({ isPlatform, onPutIn: ({ goods_id: id, ...goods }) => setPutting({ id, ...goods }) }),
    [isPlatform],
  );
  return (
    <>
      <DeskList
        title="批次"
        list={list}
        columns={columns}
        nameOf={nameOf}
        onOpen={open}
        icon="i-lucide-boxes"
        none="没有符合条件的批次"
        acts={
          !isPlatform && (
            <Button size="small" className="max-md:h-touch" onClick={() => setPutting(null)}>
              批次入库
            </Button>
          )
        }
      >
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state || 'stock'} />
        </div>
        <Field label="商品" name="goods" defaultValue={input.goods} maxLength={100} />
        <Field label="批号" name="lot_no" defaultValue={input.lot_no} maxLength={100} />
        {isPlatform && <Field label="商家" name="merchant" defaultValue={input.merchant} maxLength={100} />}
      </DeskList>
      {putting !== undefined && (
        <PutInDialog
          goods={putting}
          onClose={() => setPutting(undefined)}
          onDone={() => {
            setPutting(undefined);
            void list.reload();
          }}
        />
      )}
    </>
  );
}
