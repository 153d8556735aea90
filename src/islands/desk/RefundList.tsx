import { useState } from 'react';
import type { OpenedList, RowOf } from '#lib/contract/desk/list.ts';
import type { refunds } from '#lib/contract/desk/lists/refunds.ts';
import { ListPage } from './kit/ListPage.tsx';
import { RowDialog } from './kit/RowDialog.tsx';
import { RowButton } from './list/RowButton.tsx';

/** Refunds, each opened with all its facts and the decisions of two people about another way. */
export function RefundList(list: OpenedList<typeof refunds>) {
  const [opened, setOpened] = useState<RowOf<typeof refunds> | null>(null);
  return (
    <>
      <ListPage
        {...list}
        onOpen={setOpened}
        cells={{
          no: (row) => (
            <>
              <RowButton text="详情" of={row.no} onPress={() => setOpened(row)} /> {row.no}
            </>
          ),
        }}
      />
      <RowDialog
        title={`退款${opened?.no ?? ''}`}
        columns={list.list.columns}
        row={opened}
        onClose={() => setOpened(null)}
      />
    </>
  );
}
