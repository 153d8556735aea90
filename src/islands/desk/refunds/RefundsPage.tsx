import { useMemo, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { askRefund, loadRefunds } from '#lib/client/stores/desk/refunds.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskRefundsList, DeskRefundsValues, DeskRefundWire } from '#lib/contract/refunds.ts';
import { path } from '#lib/contract/routes.ts';
import { allRefundStates, refundStates } from '#lib/rules/orders/refund-state.ts';
import { DeskList } from '../list/DeskList.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { PassDialog } from './PassDialog.tsx';
import { RefundDialog } from './RefundDialog.tsx';
import { RerouteDialog } from './RerouteDialog.tsx';
import { nameOf, type RefundAct, refundColumns } from './refund-columns.tsx';
import { WordDialog } from './WordDialog.tsx';

interface Props {
  initial: DeskRefundsList;
  input: DeskRefundsValues;
  /** The configured ways, by key. */
  ways: { value: string; text: string }[];
}

const idOf = ({ no }: DeskRefundWire) => no;
const states = [
  { value: 'open', text: '未退回（全部）' },
  ...allRefundStates.map((value) => ({ value, text: refundStates[value].text })),
  { value: 'twice', text: '重复退款' },
  { value: 'all', text: '全部' },
];

/** Refunds in progress: queried, and paid by another way where their provider refuses. */
export function RefundsPage({ initial, input, ways }: Props) {
  const list = useDeskList({ address: path('/desk/refunds'), initial, input, load: loadRefunds, idOf });
  const [opened, setOpened] = useState<DeskRefundWire | null>(null);
  const [act, setAct] = useState<{ kind: RefundAct; row: DeskRefundWire } | null>(null);
  const { put } = list;
  const columns = useMemo(
    () =>
      refundColumns({
        open: setOpened,
        act: (kind, row) => setAct({ kind, row }),
        async ask(row) {
          const now = await askRefund(row.no);
          put(now);
          showToast('success', `${now.company}：${now.state_text}`);
        },
      }),
    [put],
  );
  const close = () => setAct(null);
  function done(row: DeskRefundWire) {
    put(row);
    close();
    showToast('success', `${row.company}：${row.state_text}`);
  }
  return (
    <>
      <DeskList
        title="退款"
        list={list}
        columns={columns}
        nameOf={nameOf}
        onOpen={setOpened}
        icon="i-lucide-undo-2"
        none="没有符合条件的退款"
      >
        <Field label="单号或企业" name="keyword" defaultValue={input.keyword} maxLength={100} />
        <div className="field text-small">
          <SelectBox label="状态" name="state" options={states} defaultValue={input.state} />
        </div>
        <div className="field text-small">
          <SelectBox
            label="支付方式"
            name="way"
            options={[{ value: '', text: '全部' }, ...ways]}
            defaultValue={input.way}
          />
        </div>
      </DeskList>
      <RefundDialog row={opened} onClose={() => setOpened(null)} />
      {act?.kind === 'divert' && <RerouteDialog row={act.row} onClose={close} onDone={done} />}
      {act?.kind === 'pass' && <PassDialog row={act.row} onClose={close} onDone={done} />}
      {(act?.kind === 'refuse' || act?.kind === 'settle') && (
        <WordDialog kind={act.kind} row={act.row} onClose={close} onDone={done} />
      )}
    </>
  );
}
