import { useMemo, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { dropOwnPrice, loadOwnPrices } from '#lib/client/stores/desk/prices.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type {
  MerchantPrice,
  MerchantPrices,
  MerchantPricesValues,
} from '#lib/contract/companies/prices-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { DeskList } from '../list/DeskList.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { useDeskList } from '../list/use-desk-list.ts';
import { OwnPriceDialog } from './OwnPriceDialog.tsx';

interface Props {
  initial: MerchantPrices;
  input: MerchantPricesValues;
}

const idOf = ({ company_id: company, goods_id: goods }: MerchantPrice) => `${company}-${goods}`;
const nameOf = ({ name, company }: MerchantPrice) => `${company} ${name}`;

/** Companies' agreements with the merchant about its items: set, changed and ended. */
export function OwnPricesPage({ initial, input }: Props) {
  const list = useDeskList({ address: path('/desk/prices'), initial, input, load: loadOwnPrices, idOf });
  const [opened, setOpened] = useState<MerchantPrice | 'new' | null>(null);
  const { reload } = list;
  const columns = useMemo<readonly TableColumn<MerchantPrice>[]>(() => {
    async function end(row: MerchantPrice) {
      const isSure = await ask({
        title: '取消协议价',
        text: `${row.company}买${row.name}将按会员等级的价格。`,
        confirm: '取消协议价',
        cancel: '保留',
      });
      if (isSure) await dropOwnPrice(row).then(reload, react);
    }
    return [
      { id: 'company', head: '企业', value: ({ company }) => company, isTitle: true },
      { id: 'companyId', head: '企业编号', value: (row) => row.company_id, isNumber: true },
      { id: 'goods', head: '商品编号', value: (row) => row.goods_id, isNumber: true },
      { id: 'name', head: '商品', value: ({ name, spec }) => `${name} ${spec}` },
      {
        id: 'member',
        head: '会员价',
        value: (row) => row.member_price,
        cell: (row) => `¥${showYuan(row.member_price)}`,
        isNumber: true,
      },
      {
        id: 'price',
        head: '协议价',
        value: (row) => row.price,
        cell: (row) => `¥${showYuan(row.price)}`,
        isNumber: true,
      },
      {
        id: 'act',
        head: '操作',
        cell: (row) => (
          <span className="inline-flex gap-3">
            <RowButton text="修改" of={nameOf(row)} onPress={() => setOpened(row)} />
            <RowButton text="取消" of={nameOf(row)} onPress={() => end(row)} />
          </span>
        ),
      },
    ];
  }, [reload]);
  return (
    <>
      <DeskList
        title="协议价"
        list={list}
        columns={columns}
        nameOf={nameOf}
        icon="i-lucide-handshake"
        none="没有符合条件的协议价"
        acts={
          <Button size="small" className="max-md:h-touch" onClick={() => setOpened('new')}>
            设置协议价
          </Button>
        }
      >
        <Field label="企业" name="company" defaultValue={input.company} maxLength={100} />
        <Field label="商品" name="goods" defaultValue={input.goods} maxLength={100} />
      </DeskList>
      {opened !== null && (
        <OwnPriceDialog
          row={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
          onDone={() => {
            setOpened(null);
            void reload();
          }}
        />
      )}
    </>
  );
}
