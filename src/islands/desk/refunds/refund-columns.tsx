import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import type { DeskRefundWire } from '#lib/contract/refunds.ts';
import { path } from '#lib/contract/routes.ts';
import { RowButton } from '../list/RowButton.tsx';

export const nameOf = ({ no, company }: DeskRefundWire) => `${company} ${no}`;

/** Acts on a refund with dialogs of their own. */
export type RefundAct = 'divert' | 'pass' | 'refuse' | 'settle';

interface Acts {
  open(row: DeskRefundWire): void;
  ask(row: DeskRefundWire): Promise<void>;
  act(kind: RefundAct, row: DeskRefundWire): void;
}

export function refundColumns({ open, ask, act }: Acts): readonly TableColumn<DeskRefundWire>[] {
  return [
    { id: 'no', head: '退款单号', value: ({ no }) => no, isTitle: true },
    {
      id: 'order',
      head: '订单 / 交易',
      value: ({ order_no: no, trade_no: trade }) => [no, trade].filter((part) => part !== '').join(' / '),
      cell: ({ order_no: no, trade_no: trade, pay_no: pay }) =>
        no === '' ? (
          <span className="text-ink-2">支付单{pay}</span>
        ) : (
          <>
            <a className="link" href={path('/desk/orders/[no]', { no })}>
              {no}
            </a>
            <span className="block text-note text-ink-2">{trade}</span>
          </>
        ),
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
    { id: 'place', head: '去向', value: ({ place_text: text }) => text },
    { id: 'amount', head: '金额', value: ({ amount }) => amount, isNumber: true },
    {
      id: 'state',
      head: '状态',
      value: ({ state_text: text }) => text,
      cell: ({ state, state_text: text, reroute }) => (
        <span
          className={`whitespace-nowrap ${state === 'failed' || reroute?.house_paid_at ? 'text-price' : ''}`}
        >
          {text}
        </span>
      ),
    },
    { id: 'tries', head: '失败次数', value: ({ tries }) => String(tries), isNumber: true },
    { id: 'answer', head: '渠道最后的答复', value: ({ last_answer: text }) => text },
    { id: 'at', head: '发起时间', value: ({ created_at: at }) => momentText(at) },
    {
      id: 'act',
      head: '操作',
      cell: (row) => (
        <span className="flex flex-wrap gap-x-3">
          <RowButton text="详情" of={nameOf(row)} onPress={() => open(row)} />
          {row.may_ask === 1 && <RowButton text="查询渠道" of={nameOf(row)} onPress={() => ask(row)} />}
          {row.may_divert === 1 && (
            <RowButton text="改付" of={nameOf(row)} onPress={() => act('divert', row)} />
          )}
          {row.may_decide === 1 && (
            <>
              <RowButton text="复核改付" of={nameOf(row)} onPress={() => act('pass', row)} />
              <RowButton text="驳回" of={nameOf(row)} onPress={() => act('refuse', row)} />
            </>
          )}
          {row.may_settle === 1 && (
            <RowButton text="登记处理" of={nameOf(row)} onPress={() => act('settle', row)} />
          )}
        </span>
      ),
    },
  ];
}
