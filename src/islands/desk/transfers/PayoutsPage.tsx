import { useMemo, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadPayouts } from '#lib/client/stores/desk/transfers.ts';
import { path } from '#lib/contract/routes.ts';
import type { PayoutsList, PayoutsValues, PayoutWire } from '#lib/contract/transfers/calls.ts';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { PayoutDialog } from './PayoutDialog.tsx';
import { VoucherLink } from './VoucherLink.tsx';

interface Props {
  initial: PayoutsList;
  input: PayoutsValues;
}

const idOf = ({ no }: PayoutWire) => no;
const nameOf = ({ no, company }: PayoutWire) => `${company} ${no}`;
const states = [
  { value: 'open', text: '待退款' },
  { value: 'done', text: '已退款' },
];

function columnsOf(open: (row: PayoutWire) => void): readonly TableColumn<PayoutWire>[] {
  return [
    { id: 'no', head: '退款单号', value: ({ no }) => no, isTitle: true },
    {
      id: 'company',
      head: '企业',
      value: ({ company }) => company,
      cell: ({ company_id: id, company }) => (
        <a className="link" href={path('/desk/companies/[id]', { id })}>
          {company}
        </a>
      ),
    },
    { id: 'amount', head: '金额', value: ({ amount }) => amount, isNumber: true },
    { id: 'reason', head: '原因', value: ({ reason }) => reason },
    { id: 'order', head: '订单', value: ({ order_no: no }) => no },
    { id: 'came_by', head: '收款流水号', value: ({ came_by: serial }) => serial },
    { id: 'voucher', head: '转账凭证', cell: ({ file }) => <VoucherLink file={file} /> },
    { id: 'at', head: '登记时间', value: ({ created_at: at }) => momentText(at) },
    { id: 'sent', head: '退款流水号', value: ({ sent_by: serial }) => serial },
    {
      id: 'act',
      head: '操作',
      cell: (row) =>
        row.is_done === 0 && <RowButton text="登记已退" of={nameOf(row)} onPress={() => open(row)} />,
    },
  ];
}

/** Refunds of bank transfers, which a person sends. */
export function PayoutsPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/payouts'), initial, input, load: loadPayouts, idOf });
  const [opened, setOpened] = useState<PayoutWire | null>(null);
  const columns = useMemo(() => columnsOf(setOpened), []);
  return (
    <>
      <DeskList
        title="手工退款"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-undo-2"
        none="没有符合条件的退款"
      >
        <div className="col-span-2">
          <Field
            label="关键词"
            name="keyword"
            placeholder="退款单号、转账编号或企业"
            defaultValue={input.keyword}
            maxLength={100}
          />
        </div>
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state} />
        </div>
      </DeskList>
      {opened && (
        <PayoutDialog
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
