import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadPayments } from '#lib/client/stores/desk/payments.ts';
import type { DeskPaymentRow, DeskPayments, DeskPaymentsValues } from '#lib/contract/payments/desk-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { paymentStates } from '#lib/rules/orders/payment-state.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { DeskList } from './list/DeskList.tsx';
import { OrderNo } from './list/OrderNo.tsx';
import { useDeskList } from './list/use-desk-list.ts';

interface Props {
  initial: DeskPayments;
  input: DeskPaymentsValues;
  ways: readonly { value: string; text: string }[];
}

const idOf = ({ pay_no: no }: DeskPaymentRow) => no;
const states = [
  { value: '', text: '全部' },
  ...keysOf(paymentStates).map((value) => ({ value, text: paymentStates[value].text })),
];

/** Payments of buyers, for answering questions about them. */
export function PaymentsPage({ initial, input, ways }: Props) {
  const list = useDeskList({ address: path('/desk/payments'), initial, input, load: loadPayments, idOf });
  return (
    <DeskList
      title="支付记录"
      list={list}
      columns={columns}
      nameOf={idOf}
      icon="i-lucide-credit-card"
      none="没有符合条件的支付"
    >
      <div className="col-span-2">
        <Field
          label="查找"
          name="q"
          placeholder="支付单号、渠道流水号、交易号、订单号或企业"
          defaultValue={input.q}
          maxLength={100}
        />
      </div>
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
      <Field
        label="金额（元）"
        name="amount"
        inputMode="decimal"
        defaultValue={input.amount}
        maxLength={15}
      />
      <Field label="发起开始日期" name="from" type="date" defaultValue={input.from} />
      <Field label="发起结束日期" name="to" type="date" defaultValue={input.to} />
    </DeskList>
  );
}

const columns: readonly TableColumn<DeskPaymentRow>[] = [
  {
    id: 'no',
    head: '支付单号',
    value: ({ pay_no: no }) => no,
    cell: ({ pay_no: no }) => <OrderNo no={no} what="支付单号" />,
    isTitle: true,
  },
  { id: 'company', head: '企业', value: ({ company }) => company },
  {
    id: 'way',
    head: '支付方式',
    value: ({ way_text: way }) => way,
    cell: ({ way_text: way, purpose_text: purpose }) => (
      <>
        <span className="block">{way}</span>
        <span className="block text-note text-ink-2 whitespace-nowrap">{purpose}</span>
      </>
    ),
  },
  { id: 'purpose', head: '用途', value: ({ purpose_text: text }) => text, isFileOnly: true },
  {
    id: 'serial',
    head: '渠道流水号',
    value: ({ serial }) => serial,
    // A payment from the balance has no other number than its own.
    cell: ({ serial, pay_no: no }) =>
      serial === '' || serial === no ? '' : <OrderNo no={serial} what="渠道流水号" />,
  },
  {
    id: 'amount',
    head: '金额',
    value: ({ amount }) => amount,
    cell: ({ amount }) => `¥${showYuan(amount)}`,
    isNumber: true,
  },
  {
    id: 'status',
    head: '状态',
    value: ({ status_text: text, fail_reason: why }) => (why === '' ? text : `${text}：${why}`),
    cell: ({ status_text: text, fail_reason: why }) => (
      <>
        <span className="block whitespace-nowrap">{text}</span>
        {why !== '' && <span className="block text-note text-ink-2">{why}</span>}
      </>
    ),
  },
  {
    id: 'created',
    head: '发起时间',
    value: ({ created_at: at }) => momentText(at),
    cell: ({ created_at: at, paid_at: paid }) => (
      <>
        <span className="block num whitespace-nowrap">{momentText(at)}</span>
        {paid !== '' && momentText(paid) !== momentText(at) && (
          <span className="block text-note text-ink-2 whitespace-nowrap">
            付款<span className="num">{momentText(paid)}</span>
          </span>
        )}
      </>
    ),
  },

  {
    id: 'paid',
    head: '付款时间',
    value: ({ paid_at: at }) => (at === '' ? '' : momentText(at)),
    isFileOnly: true,
  },
  {
    id: 'orders',
    head: '订单',
    value: ({ order_nos: nos }) => nos.join(' '),
    cell: ({ order_nos: nos }) =>
      nos.length > shownOrders ? (
        <details>
          <summary className="link whitespace-nowrap cursor-pointer">{nos.length}个订单</summary>
          <OrderNos nos={nos} />
        </details>
      ) : (
        <OrderNos nos={nos} />
      ),
  },
];

/** More orders of one payment are opened. */
const shownOrders = 3;

function OrderNos({ nos }: { nos: readonly string[] }) {
  return (
    <span className="grid gap-1 max-md:justify-items-end">
      {nos.map((no) => (
        <OrderNo key={no} no={no} what="订单号" href={path('/desk/orders/[no]', { no })} />
      ))}
    </span>
  );
}
