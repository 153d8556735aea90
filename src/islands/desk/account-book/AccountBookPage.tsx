import { useState } from 'react';
import { CopyButton } from '#islands/ui/CopyButton.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadAccountBook } from '#lib/client/stores/desk/account-book.ts';
import type { AccountBook, AccountBookValues, AccountEntryWire } from '#lib/contract/account-book.ts';
import { path } from '#lib/contract/routes.ts';
import { merchantCauses } from '#lib/rules/money/bookings.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { DeskList } from '../list/DeskList.tsx';
import { useDeskList } from '../list/use-desk-list.ts';

interface Props {
  initial: AccountBook;
  input: AccountBookValues;
}

const idOf = ({ id }: AccountEntryWire) => id;
const nameOf = ({ cause_text: text, no }: AccountEntryWire) => `${text} ${no}`;
const causes = [
  { value: 'all', text: '全部事项' },
  ...keysOf(merchantCauses).map((value) => ({ value, text: merchantCauses[value].text })),
];

const columns: readonly TableColumn<AccountEntryWire>[] = [
  { id: 'at', head: '时间', value: ({ at }) => momentText(at) },
  { id: 'cause', head: '事项', value: ({ cause_text: text }) => text },
  {
    id: 'no',
    head: '单号',
    value: ({ no }) => no,
    cell: ({ no, order_no: orderNo }) => (
      <>
        {orderNo === '' ? (
          no
        ) : (
          <a className="link num" href={path('/desk/orders/[no]', { no: orderNo })}>
            {no}
          </a>
        )}
        <CopyButton text={no} of={`单号${no}`} />
      </>
    ),
    isTitle: true,
  },
  {
    id: 'amount',
    head: '金额',
    value: ({ amount }) => amount,
    cell: ({ amount }) => signed(amount, '+'),
    isNumber: true,
  },
];

/** An amount of the wire for display, with a prefix where it is not negative. */
function signed(amount: string, plus: '' | '+'): string {
  return amount.startsWith('-') ? `-¥${showYuan(amount.slice(1))}` : `${plus}¥${showYuan(amount)}`;
}

/** The amount owed to a merchant: the sums of its days, and every entry. */
export function AccountBookPage({ initial, input }: Props) {
  const [sums, setSums] = useState(initial.sums);
  // Reloading updates the sums too.
  async function load(asked: AccountBookValues): Promise<AccountBook> {
    const book = await loadAccountBook(asked);
    setSums(book.sums);
    return book;
  }
  const list = useDeskList({ address: path('/desk/account-book'), initial, input, load, idOf });
  const parts = [
    ['期初应付', sums.before],
    ['销售', sums.sold],
    ['退款', sums.refunded],
    ['平台承担优惠', sums.borne],
    ['已结算', sums.settled],
    ['期末应付', sums.owed],
  ] as const;
  return (
    <div className="grid gap-3">
      <section className="panel" aria-label="汇总">
        <div className="panel-title">
          <h2>
            {sums.from} 至 {sums.to}
          </h2>
          <span className="text-small text-ink-2 font-400">平台应付给本商家的货款，不收佣金</span>
        </div>
        <dl className="grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-6 gap-3 m-0 p-3">
          {parts.map(([text, amount]) => (
            <div key={text}>
              <dt className="text-small text-ink-2">{text}</dt>
              <dd className="m-0 num font-700">{signed(amount, '')}</dd>
            </div>
          ))}
        </dl>
      </section>
      <DeskList
        title="账目"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-scale"
        none="这段时间没有记录"
      >
        <Field label="开始日期" name="from" type="date" defaultValue={sums.from} />
        <Field label="结束日期" name="to" type="date" defaultValue={sums.to} />
        <div className="field text-small">
          <SelectBox label="事项" name="cause" options={causes} defaultValue={input.cause} />
        </div>
        <Field label="单号" name="no" defaultValue={input.no} maxLength={40} />
      </DeskList>
    </div>
  );
}
