import { useMemo, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadDifferences } from '#lib/client/stores/desk/bills.ts';
import type { BillsList, BillsValues, DifferenceWire } from '#lib/contract/bills.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { SettleDialog } from './SettleDialog.tsx';

interface Props {
  initial: BillsList;
  input: BillsValues;
}

const idOf = ({ id }: DifferenceWire) => id;
const nameOf = ({ source, kind, no }: DifferenceWire) => `${source}${kind} ${no}`;
const states = [
  { value: 'open', text: '待处理' },
  { value: 'settled', text: '已处理' },
];

function columnsOf(open: (row: DifferenceWire) => void): readonly TableColumn<DifferenceWire>[] {
  return [
    { id: 'no', head: '本站单号', value: ({ no }) => no, isTitle: true },
    { id: 'house', head: '机构', value: ({ source, kind }) => `${source}${kind}` },
    { id: 'day', head: '账单日', value: ({ day }) => day },
    { id: 'problem', head: '差异', value: ({ problem }) => problem },
    {
      id: 'ours',
      head: '本站或交易账单',
      value: ({ ours }) => ours,
      cell: ({ ours }) => ours && `¥${showYuan(ours)}`,
      isNumber: true,
    },
    {
      id: 'theirs',
      head: '机构或资金账单',
      value: ({ theirs }) => theirs,
      cell: ({ theirs }) => theirs && `¥${showYuan(theirs)}`,
      isNumber: true,
    },
    { id: 'provider', head: '机构流水号', value: ({ provider_no: no }) => no },
    { id: 'todo', head: '怎么处理', value: ({ todo }) => todo },
    { id: 'at', head: '发现时间', value: ({ found_at: at }) => momentText(at) },
    {
      id: 'act',
      head: '处理',
      cell: (row) =>
        row.settled_at === '' ? (
          <RowButton text="登记处理" of={nameOf(row)} onPress={() => open(row)} />
        ) : (
          `${row.settled_by}：${row.note}`
        ),
    },
  ];
}

/** Differences between payment providers' daily bills and our books, and how they were resolved. */
export function BillsPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/bills'), initial, input, load: loadDifferences, idOf });
  const [opened, setOpened] = useState<DifferenceWire | null>(null);
  const columns = useMemo(() => columnsOf(setOpened), []);
  return (
    <>
      <DeskList
        title="机构对账"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-scale"
        none="没有对账差异"
      >
        <Field label="单号或流水号" name="keyword" defaultValue={input.keyword} maxLength={100} />
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state} />
        </div>
      </DeskList>
      {opened && (
        <SettleDialog
          row={opened}
          onClose={() => setOpened(null)}
          onDone={(row) => {
            list.put(row);
            setOpened(null);
          }}
        />
      )}
    </>
  );
}
