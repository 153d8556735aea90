import { useMemo } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { loadOrders } from '#lib/client/stores/desk/orders.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskOrderRow, DeskOrdersList, DeskOrdersValues } from '#lib/contract/shipping/desk-order.ts';
import { deskOrderTab, deskOrderTabs, readDeskSearch } from '#lib/rules/orders/desk-orders.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { DeskList } from './list/DeskList.tsx';
import { OrderNo } from './list/OrderNo.tsx';
import { useDeskList } from './list/use-desk-list.ts';

interface Props {
  initial: DeskOrdersList;
  input: DeskOrdersValues;
  /** The platform's people see whose order it is. */
  isPlatform: boolean;
}

const states: readonly { value: string; text: string }[] = keysOf(deskOrderTabs).map((value) => ({
  value,
  text: deskOrderTabs[value].text,
}));
const idOf = ({ no }: DeskOrderRow) => no;
const nameOf = ({ no, company }: DeskOrderRow) => `${no} ${company}`;
const open = ({ no }: DeskOrderRow) => location.assign(path('/desk/orders/[no]', { no }));

/** Orders at the desks: the longest waiting comes first. */
export function OrdersPage({ initial, input, isPlatform }: Props) {
  const list = useDeskList({ address: path('/desk/orders'), initial, input, load: loadOrders, idOf });
  const ticks = useTicks(list.rows.filter(({ lines_left: left }) => left > 0).map(idOf));
  const columns = useMemo(
    () =>
      isPlatform ? [...orderColumns.slice(0, 2), merchantColumn, ...orderColumns.slice(2)] : orderColumns,
    [isPlatform],
  );
  return (
    <DeskList
      title="订单"
      acts={
        !isPlatform && (
          <a className={`${buttonClass('plain', 'small')} max-md:h-touch`} href={path('/desk/dispatch')}>
            批量发货
          </a>
        )
      }
      ticks={ticks}
      bar={
        <SelectionBar ticks={ticks} count={`已选${ticks.ids.length}个订单`}>
          {ticks.ids.length > 0 && (
            <a
              className={buttonClass('plain')}
              href={path('/desk/orders/pick/[nos]', { nos: ticks.ids.join(',') })}
            >
              打印拣货单
            </a>
          )}
        </SelectionBar>
      }
      list={list}
      columns={columns}
      nameOf={nameOf}
      onOpen={open}
      icon="i-lucide-package-check"
      none="没有符合条件的订单"
    >
      <div className="col-span-2">
        <Field
          label="查找"
          name="q"
          placeholder="订单、交易、支付、运单号，手机，企业，商品"
          defaultValue={input.q}
          maxLength={100}
        />
      </div>
      <div className="field text-small">
        <SelectBox
          label="状态"
          name="state"
          options={states}
          defaultValue={deskOrderTab(input.state, readDeskSearch(input.q))}
        />
      </div>
      <Field label="付款开始日期" name="from" type="date" defaultValue={input.from} />
      <Field label="付款结束日期" name="to" type="date" defaultValue={input.to} />
    </DeskList>
  );
}

const merchantColumn: TableColumn<DeskOrderRow> = {
  id: 'merchant',
  head: '商家',
  value: ({ merchant }) => merchant,
};

const orderColumns: readonly TableColumn<DeskOrderRow>[] = [
  {
    id: 'no',
    head: '订单号',
    value: ({ no }) => no,
    cell: ({ no }) => <OrderNo no={no} what="订单号" href={path('/desk/orders/[no]', { no })} />,
    isTitle: true,
  },
  { id: 'company', head: '采购企业', value: ({ company }) => company },
  { id: 'receiver', head: '收货人', value: ({ receiver }) => receiver },
  { id: 'place', head: '地区', value: ({ place }) => place },
  {
    id: 'status',
    head: '状态',
    value: ({ status_text: text }) => text,
    cell: ({
      status_text: text,
      is_late: isLate,
      is_cold: isCold,
      is_stuck: isStuck,
      is_quality: isQuality,
      hurried_at: hurried,
      refusal_text: refusal,
      pieces_asked: asked,
    }) => (
      <span className="inline-flex flex-wrap gap-1">
        <span className="whitespace-nowrap">{text}</span>
        {isLate === 1 && <Tag kind="warn">超48小时</Tag>}
        {hurried !== '' && <Tag kind="warn">买家催发货</Tag>}
        {asked > 0 && <Tag kind="warn">买家申请退款中</Tag>}
        {refusal !== '' && <Tag kind="warn">{refusal}</Tag>}
        {isQuality === 1 && <Tag kind="warn">质量待处理</Tag>}
        {isStuck === 1 && <Tag kind="warn">物流停滞或异常</Tag>}
        {isCold === 1 && <Tag kind="soft">冷链</Tag>}
      </span>
    ),
  },
  { id: 'paid', head: '付款时间', value: ({ paid_at: at }) => (at === '' ? '' : momentText(at)) },
  { id: 'lines', head: '待发品种', value: ({ lines_left: lines }) => lines, isNumber: true },
  { id: 'pieces', head: '待发数量', value: ({ pieces_left: pieces }) => pieces, isNumber: true },
  { id: 'parcels', head: '已发包裹', value: ({ parcels }) => parcels, isNumber: true },
];
