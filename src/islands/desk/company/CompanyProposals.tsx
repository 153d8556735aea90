import { useEffect, useState } from 'react';
import { momentText } from '#islands/ui/moments.ts';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { loadCompanyProposals, withdrawProposal } from '#lib/client/stores/desk/prices.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { PriceProposal } from '#lib/contract/companies/prices-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { ByWhom } from '../list/ByWhom.tsx';
import { RowButton } from '../list/RowButton.tsx';

interface Props {
  id: number;
  /** The role may only look. */
  isOff: boolean;
}

const nameOf = ({ name, goods_id: goods }: PriceProposal) => `${name}（${goods}）`;

function columnsOf(
  withdraw: ((row: PriceProposal) => Promise<void>) | null,
): readonly TableColumn<PriceProposal>[] {
  return [
    { id: 'goods', head: '编号', value: (row) => row.goods_id, isNumber: true },
    { id: 'name', head: '商品', value: (row) => row.name, isTitle: true },
    {
      id: 'member',
      head: '会员价',
      value: (row) => row.member_price,
      cell: (row) => `¥${showYuan(row.member_price)}`,
      isNumber: true,
    },
    {
      id: 'agreed',
      head: '现协议价',
      value: (row) => row.agreed,
      cell: ({ agreed }) => (agreed === '' ? '' : `¥${showYuan(agreed)}`),
      isNumber: true,
    },
    {
      id: 'price',
      head: '提议价',
      value: (row) => row.price,
      cell: (row) => `¥${showYuan(row.price)}`,
      isNumber: true,
    },
    {
      id: 'by',
      head: '提议',
      value: ({ proposed_by: who, proposed_at: at }) => `${who} ${momentText(at)}`,
      cell: ({ proposed_by: who, proposed_at: at }) => <ByWhom who={who} at={at} />,
    },
    ...(withdraw === null
      ? []
      : [
          {
            id: 'act',
            head: '操作',
            cell: (row: PriceProposal) => (
              <RowButton text="撤回" of={nameOf(row)} onPress={() => withdraw(row)} />
            ),
          },
        ]),
  ];
}

/** Prices that were proposed for a company and wait for their merchants. Nothing where none does. */
export function CompanyProposals({ id, isOff }: Props) {
  const [rows, setRows] = useState<readonly PriceProposal[]>([]);
  useEffect(() => {
    void loadCompanyProposals(id).then(({ list }) => setRows(list), react);
  }, [id]);
  if (rows.length === 0) return null;
  const withdraw = (row: PriceProposal) =>
    withdrawProposal(row.id).then(() => {
      setRows((now) => now.filter((one) => one.id !== row.id));
      showToast('success', `${row.name}：已撤回`);
    }, react);
  return (
    <section className="grid gap-2">
      <h2 className="m-0 px-3 md:px-4 text-body">等待商家确认</h2>
      <DataTable
        label="等待商家确认的协议价"
        columns={columnsOf(isOff ? null : withdraw)}
        rows={rows}
        idOf={(row) => row.id}
        nameOf={nameOf}
        state="ready"
        empty={null}
      />
    </section>
  );
}
