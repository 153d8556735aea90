import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { lotsList } from '#lib/contract/desk/lists/lots.ts';
import type { LotGoods } from '#lib/contract/lots.ts';
import { lotStates } from '#lib/rules/orders/lots.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { LotTableDialog } from './LotTableDialog.tsx';
import { lotAddress } from './lot-address.ts';
import { PutInDialog } from './PutInDialog.tsx';
import { ReportsDialog } from './ReportsDialog.tsx';

interface Props extends OpenedList<typeof lotsList> {
  /** The platform's people put nothing in. */
  mayPutIn: boolean;
}

/** Lots at the desks: put in, and returned pieces settled. */
export function LotList({ mayPutIn, ...list }: Props) {
  // undefined: closed. null: the goods is still to be found.
  const [putting, setPutting] = useState<LotGoods | null | undefined>(undefined);
  const [isByTable, setByTable] = useState(false);
  const [isSendingReports, setSendingReports] = useState(false);
  return (
    <ListPage
      {...list}
      onOpen={(row) => location.assign(lotAddress(row))}
      cells={{
        lot_no: (row) => (
          <>
            <a className="link num" href={lotAddress(row)}>
              {row.lot_no}
            </a>{' '}
            {row.may_put_in === 1 && row.goods_id !== null && (
              <RowButton
                text="入库"
                of={`${row.name} ${row.lot_no}`}
                onPress={() => setPutting({ ...row, id: row.goods_id ?? 0 })}
              />
            )}
          </>
        ),
        has_report: ({ has_report: has }) => (has === 1 ? '有' : <span className="text-price">缺</span>),
        state_text: ({ state_text: text, is_closed: isClosed }) => (
          <Tag kind={isClosed === 1 || text === lotStates.near ? 'warn' : 'soft'}>{text}</Tag>
        ),
      }}
      tools={(reload) =>
        mayPutIn && (
          <>
            <Button size="small" className="max-md:h-touch" onClick={() => setPutting(null)}>
              批次入库
            </Button>
            <Button kind="plain" size="small" className="max-md:h-touch" onClick={() => setByTable(true)}>
              按表格入库
            </Button>
            <Button
              kind="plain"
              size="small"
              className="max-md:h-touch"
              onClick={() => setSendingReports(true)}
            >
              批量上传药检报告
            </Button>
            {isByTable && <LotTableDialog onClose={() => setByTable(false)} onDone={reload} />}
            {isSendingReports && <ReportsDialog onClose={() => setSendingReports(false)} onDone={reload} />}
            {putting !== undefined && (
              <PutInDialog
                goods={putting}
                onClose={() => setPutting(undefined)}
                onDone={() => {
                  setPutting(undefined);
                  reload();
                }}
              />
            )}
          </>
        )
      }
    />
  );
}
