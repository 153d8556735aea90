import { useEffect, useState } from 'react';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { deskCall } from '#lib/client/stores/desk/session.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';
import type { GoodsHistory } from '#lib/contract/changes.ts';
import type { OpenedList, RowOf } from '#lib/contract/desk/list.ts';
import type { goodsList } from '#lib/contract/desk/lists/goods.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { TableButton } from './TableButton.tsx';

type Row = RowOf<typeof goodsList>;

/** A merchant's items: cells are changed where they stand, many by a set, each with its history. */
export function GoodsList(list: OpenedList<typeof goodsList>) {
  const [opened, setOpened] = useState<Row | null>(null);
  return (
    <>
      <ListPage
        {...list}
        onOpen={setOpened}
        cells={{
          name: (row) => (
            <>
              {row.name} <RowButton text="记录" of={row.name} onPress={() => setOpened(row)} />
            </>
          ),
        }}
        tools={() => <TableButton subject="goods" fields={list.list.edits} />}
      />
      {opened !== null && <HistoryDialog row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Past changes of an item, the newest first. */
function HistoryDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const [past, setPast] = useState<GoodsHistory['list'] | null>(null);
  useEffect(() => {
    deskCall(api.goodsHistory, { id: row.id }).then(({ list }) => setPast(list), react);
  }, [row.id]);
  return (
    <Dialog open title={`修改记录：${row.name} ${row.spec}`} width="wide" onClose={onClose}>
      {past !== null && past.length === 0 && <Empty icon="i-lucide-history" title="还没有人修改过" />}
      <ul className="m-0 p-0 list-none text-small">
        {past?.map((one) => (
          <li key={`${one.set} ${one.at}`} className="py-2 border-b border-b-solid border-line">
            <p className="m-0 text-ink-2 num">
              {momentText(one.at)}，{one.by}，
              <a className="link" href={path('/desk/changes/[id]', { id: one.set })}>
                {one.source_text}
              </a>
              ，{one.state_text}
              {one.reason !== '' && `，${one.reason}`}
            </p>
            {one.changes.map(({ label, before, after }) => (
              <p key={label} className="m-0 num">
                {label} <s className="text-ink-2">{before}</s> → <b>{after}</b>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
