import { useMemo } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { loadCases } from '#lib/client/stores/desk/after-sale.ts';
import type {
  DeskAfterSaleList,
  DeskAfterSaleRow,
  DeskAfterSalesValues,
} from '#lib/contract/after-sale/desk-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { deskCaseTabs } from '#lib/rules/orders/after-sale-desk.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { DeskList } from '../list/DeskList.tsx';
import { useDeskList } from '../list/use-desk-list.ts';

interface Props {
  initial: DeskAfterSaleList;
  input: DeskAfterSalesValues;
  /** The platform's people see whose case it is. */
  isPlatform: boolean;
}

const tabs = keysOf(deskCaseTabs).map((value) => ({ value, text: deskCaseTabs[value].text }));
const idOf = ({ id }: DeskAfterSaleRow) => id;
const nameOf = ({ id, company }: DeskAfterSaleRow) => `售后${id} ${company}`;
const open = ({ id }: DeskAfterSaleRow) => location.assign(path('/desk/aftersale/[id]', { id }));

/** After-sale at the desks: the earliest deadline comes first. */
export function CasesPage({ initial, input, isPlatform }: Props) {
  const list = useDeskList({ address: path('/desk/aftersale'), initial, input, load: loadCases, idOf });
  const columns = useMemo(
    () => (isPlatform ? [...caseColumns.slice(0, 2), merchantColumn, ...caseColumns.slice(2)] : caseColumns),
    [isPlatform],
  );
  return (
    <DeskList
      title="售后"
      list={list}
      columns={columns}
      nameOf={nameOf}
      onOpen={open}
      icon="i-lucide-undo-2"
      none="没有符合条件的售后"
    >
      <div className="field text-small">
        <SelectBox label="状态" name="tab" options={tabs} defaultValue={input.tab || 'mine'} />
      </div>
      <Field label="订单号" name="no" defaultValue={input.no} maxLength={40} />
      <Field label="采购企业" name="company" defaultValue={input.company} maxLength={100} />
    </DeskList>
  );
}

const merchantColumn: TableColumn<DeskAfterSaleRow> = {
  id: 'merchant',
  head: '商家',
  value: ({ merchant }) => merchant,
};

const caseColumns: readonly TableColumn<DeskAfterSaleRow>[] = [
  {
    id: 'id',
    head: '售后单',
    value: ({ id }) => id,
    cell: ({ id }) => (
      <a className="link num" href={path('/desk/aftersale/[id]', { id })}>
        {id}
      </a>
    ),
    isTitle: true,
  },
  { id: 'company', head: '采购企业', value: ({ company }) => company },
  { id: 'kind', head: '类型', value: ({ kind_text: text }) => text },
  { id: 'reason', head: '原因', value: ({ reason }) => reason },
  { id: 'goods', head: '商品', value: ({ goods }) => goods },
  { id: 'amount', head: '申请金额', value: ({ amount }) => amount, isNumber: true },
  {
    id: 'status',
    head: '状态',
    value: ({ status_text: text, has_word: isSaid }) => (isSaid === 1 ? `${text}，买家新留言` : text),
    cell: ({ status_text: text, has_word: isSaid }) => (
      <>
        {text} {isSaid === 1 && <Tag kind="warn">买家新留言</Tag>}
      </>
    ),
  },
  { id: 'due', head: '处理时限', value: ({ due_at: at }) => (at === null ? '' : momentText(at)) },
  { id: 'no', head: '订单号', value: ({ order_no: no }) => no },
  { id: 'at', head: '申请时间', value: ({ created_at: at }) => momentText(at) },
];
