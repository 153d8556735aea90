import { useMemo, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadTransfers } from '#lib/client/stores/desk/transfers.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskTransferWire, TransfersList, TransfersValues } from '#lib/contract/transfers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { allTransferStates, transferStates } from '#lib/rules/orders/transfer-state.ts';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';
import { StatementPanel } from './StatementPanel.tsx';
import { UndoDialog } from './UndoDialog.tsx';
import { VoucherLink, VoucherTwins } from './VoucherLink.tsx';

interface Props {
  initial: TransfersList;
  input: TransfersValues;
}

type Act = 'receive' | 'refuse' | 'undo';
type Open = (act: Act, row: DeskTransferWire) => void;

const idOf = ({ no }: DeskTransferWire) => no;
const nameOf = ({ no, company }: DeskTransferWire) => `${company} ${no}`;
const states = [
  { value: 'desk', text: '等待处理' },
  { value: 'all', text: '全部' },
  ...allTransferStates.map((value) => ({ value, text: transferStates[value].text })),
];

function columnsOf(open: Open): readonly TableColumn<DeskTransferWire>[] {
  return [
    {
      id: 'no',
      head: '转账编号',
      value: ({ no }) => no,
      cell: ({ no, trades }) => (
        <>
          <a className="link num" href={path('/desk/transfers/[no]', { no })}>
            {no}
          </a>
          {trades.length > 1 && <span className="block text-note text-ink-2">合并{trades.length}笔交易</span>}
        </>
      ),
      isTitle: true,
    },
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
    {
      id: 'amount',
      head: '应付',
      value: ({ amount }) => amount,
      cell: ({ amount, cancelled, orders }) => (
        <>
          ¥{showYuan(amount)}
          {cancelled > 0 && (
            <span className="block text-note text-price">
              {orders}个订单中{cancelled}个已取消
            </span>
          )}
        </>
      ),
      isNumber: true,
    },
    {
      id: 'received',
      head: '已到账',
      value: ({ receipts }) => receipts.map((one) => `${one.serial} ${one.amount}`).join('；'),
      cell: ({ receipts }) =>
        receipts.map((one) => (
          <span key={one.serial} className="block num text-note">
            ¥{showYuan(one.amount)} {one.serial} {one.received_on} {one.staff}
          </span>
        )),
    },
    {
      id: 'voucher',
      head: '凭证',
      cell: ({ file, twins }) => (
        <>
          <VoucherLink file={file} />
          <VoucherTwins twins={twins} />
        </>
      ),
    },
    {
      id: 'at',
      head: '提交时间',
      value: ({ submitted_at: at, created_at: begun }) => momentText(at || begun),
    },
    {
      id: 'state',
      head: '状态',
      value: ({ state_text: text }) => text,
      cell: ({ state_text: text, reason, waits }) => (
        <>
          {text}
          {waits.map((one) => (
            <span key={one} className="block text-note text-price">
              {one}
            </span>
          ))}
          {reason !== '' && <span className="block text-note text-ink-2">{reason}</span>}
        </>
      ),
    },
    {
      id: 'act',
      head: '操作',
      cell: (row) => (
        <span className="flex gap-3 whitespace-nowrap">
          <RowButton text="登记到账" of={nameOf(row)} onPress={() => open('receive', row)} />
          {row.may_refuse === 1 && (
            <RowButton text="驳回" of={nameOf(row)} onPress={() => open('refuse', row)} />
          )}
          {row.receipts.length > 0 && (
            <RowButton text="撤销到账" of={nameOf(row)} onPress={() => open('undo', row)} />
          )}
        </span>
      ),
    },
  ];
}

/** Bank transfers: money that came is entered, vouchers without money go back with a reason. */
export function TransfersPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/transfers'), initial, input, load: loadTransfers, idOf });
  const [opened, setOpened] = useState<{ act: Act; row: DeskTransferWire } | null>(null);
  const columns = useMemo(() => columnsOf((act, row) => setOpened({ act, row })), []);
  const close = () => setOpened(null);
  function done(row: DeskTransferWire) {
    list.put(row);
    close();
  }
  return (
    <>
      <StatementPanel onDone={() => void list.reload()} />
      <DeskList
        title="对公转账"
        list={list}
        columns={columns}
        nameOf={nameOf}
        onOpen={({ no }) => location.assign(path('/desk/transfers/[no]', { no }))}
        icon="i-lucide-landmark"
        none="没有符合条件的转账"
      >
        <div className="col-span-2">
          <Field
            label="关键词"
            name="keyword"
            placeholder="转账编号、企业或流水号"
            defaultValue={input.keyword}
            maxLength={100}
          />
        </div>
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state} />
        </div>
      </DeskList>
      {opened?.act === 'receive' && <ReceiveDialog row={opened.row} onClose={close} onDone={done} />}
      {opened?.act === 'undo' && <UndoDialog row={opened.row} onClose={close} onDone={done} />}
      {opened?.act === 'refuse' && <RefuseDialog row={opened.row} onClose={close} onDone={done} />}
    </>
  );
}
