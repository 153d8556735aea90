import type { ReactNode } from 'react';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { momentText } from '#islands/ui/moments.ts';
import type { DeskRefundWire } from '#lib/contract/refunds.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  /** Null while none is open. */
  row: DeskRefundWire | null;
  onClose: () => void;
}

/** One refund with all its facts, and the decisions of two people about another way. */
export function RefundDialog({ row, onClose }: Props) {
  return (
    <Dialog open={row !== null} title={`退款${row?.no ?? ''}`} width="wide" onClose={onClose}>
      {row !== null && (
        <dl className="m-0 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small [&>dt]:text-ink-2 [&>dd]:(m-0 break-all)">
          <Fact name="企业">{row.company}</Fact>
          <Fact name="金额">¥{showYuan(row.amount)}</Fact>
          <Fact name="支付方式">
            {row.way_text}（支付单{row.pay_no}）
          </Fact>
          <Fact name="去向">{row.place_text}</Fact>
          <Fact name="订单">{row.order_no}</Fact>
          <Fact name="原因">{row.reason}</Fact>
          <Fact name="状态">{row.state_text}</Fact>
          <Fact name="发起时间">{momentText(row.created_at)}</Fact>
          <Fact name="退回时间">{row.done_at && momentText(row.done_at)}</Fact>
          <Fact name="渠道最后的答复">{row.last_answer && `${row.last_answer}（${row.last_error}）`}</Fact>
          <Reroute of={row.reroute} />
        </dl>
      )}
    </Dialog>
  );
}

function Reroute({ of: made }: { of: DeskRefundWire['reroute'] }) {
  if (made === null) return null;
  const decided = made.decided_by && `${made.decided_by} ${momentText(made.decided_at)} ${made.word}`;
  return (
    <>
      <Fact name="改付">
        {made.way_text}，{made.state_text}
      </Fact>
      <Fact name="改付原因">{made.reason}</Fact>
      <Fact name="提出">
        {made.asked_by} {momentText(made.asked_at)}
      </Fact>
      <Fact name="复核">{decided}</Fact>
      <Fact name="银行流水号">{made.serial}</Fact>
      <Fact name="渠道又退了一次">{made.house_paid_at && momentText(made.house_paid_at)}</Fact>
      <Fact name="重复退款的处理">
        {made.settled_by && `${made.settled_by} ${momentText(made.settled_at)} ${made.settled_word}`}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children === '' ? '—' : children}</dd>
    </>
  );
}
