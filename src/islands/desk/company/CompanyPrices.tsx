import { useEffect, useMemo, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Field } from '#islands/ui/Field.tsx';
import type { TableColumn } from '#islands/ui/table/columns.ts';
import { DataTable } from '#islands/ui/table/DataTable.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { dropPrice, loadPrices, setPrice } from '#lib/client/stores/desk/prices.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CompanyPrice } from '#lib/contract/companies/prices-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { RowButton } from '../list/RowButton.tsx';
import { CompanyProposals } from './CompanyProposals.tsx';
import { PricesImport } from './PricesImport.tsx';

interface Props {
  id: number;
  company: string;
  /** The role may only view. */
  isOff: boolean;
}

const size = 100;
const nameOf = ({ name, goods_id: goods }: CompanyPrice) => `${name}（${goods}）`;

/** Prices agreed with a company: proposed to the merchants and ended by row, or many by a file. */
export function CompanyPrices({ id, company, isOff }: Props) {
  const [rows, setRows] = useState<readonly CompanyPrice[] | null>(null);
  const [total, setTotal] = useState(0);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<CompanyPrice | null>(null);
  /** Number of saves: the form is reset after each. */
  const [saved, setSaved] = useState(0);
  /** Imported files. */
  const [written, setWritten] = useState(0);

  async function load() {
    const found = await loadPrices({ id, goods: name, page: 1, size });
    setRows(found.list);
    setTotal(found.total);
  }
  useEffect(() => void load().catch(react), [id]);

  const { form, field, isBusy } = useForm({
    names: ['goods_id', 'price'],
    check: ({ goods_id, price }) => ({
      ...(!/^\d{1,9}$/.test(goods_id.trim()) && { goods_id: '请填写商品编号' }),
      ...(!/^\d{1,9}(\.\d{1,2})?$/.test(price.trim()) && { price: '请填写金额，最多两位小数' }),
    }),
    async send({ goods_id, price }) {
      const known = rows?.find((row) => String(row.goods_id) === goods_id.trim());
      const set = await setPrice(id, {
        goods_id: goods_id.trim(),
        price: price.trim(),
        was: known?.price ?? '',
      });
      await load();
      return set;
    },
    onSent({ name: goods, price }) {
      setChosen(null);
      setSaved((count) => count + 1);
      showToast('success', `${goods}：已向商家提议¥${showYuan(price)}，商家接受后生效`);
    },
  });

  async function end(row: CompanyPrice) {
    const isSure = await ask({
      title: '取消协议价',
      text: `${company}买${row.name}将按会员等级的价格。`,
      confirm: '取消协议价',
      cancel: '保留',
    });
    if (!isSure) return;
    await dropPrice(id, row);
    await load();
  }

  const columns = useMemo<readonly TableColumn<CompanyPrice>[]>(
    () => [
      { id: 'goods', head: '编号', value: (row) => row.goods_id, isNumber: true },
      { id: 'name', head: '商品', value: (row) => row.name, isTitle: true },
      { id: 'spec', head: '规格', value: (row) => row.spec },
      { id: 'maker', head: '厂家', value: (row) => row.maker },
      { id: 'merchant', head: '商家', value: (row) => row.merchant },
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
      ...(isOff
        ? []
        : [
            {
              id: 'act',
              head: '操作',
              cell: (row: CompanyPrice) => (
                <span className="inline-flex gap-3">
                  <RowButton text="修改" of={nameOf(row)} onPress={() => setChosen(row)} />
                  <RowButton text="取消" of={nameOf(row)} onPress={() => end(row)} />
                </span>
              ),
            },
          ]),
    ],
    [isOff, id, name],
  );

  return (
    <div className="grid gap-4">
      {!isOff && (
        <div className="grid lg:grid-cols-2 gap-4 px-3 md:px-4">
          <form
            {...form}
            key={`${saved} ${chosen?.goods_id ?? 0}`}
            className="grid sm:grid-cols-[1fr_1fr_auto] gap-3 items-start"
          >
            <Field
              label="商品编号"
              inputMode="numeric"
              maxLength={9}
              required
              {...field('goods_id', chosen === null ? '' : String(chosen.goods_id))}
            />
            <Field
              label="协议价（元）"
              inputMode="decimal"
              maxLength={12}
              required
              autoFocus={chosen !== null}
              {...field('price', chosen?.price ?? '')}
            />
            <Button type="submit" busy={isBusy} className="sm:mt-7">
              {chosen === null ? '提议' : '提议修改'}
            </Button>
          </form>
          <PricesImport
            id={id}
            onWritten={async () => {
              setWritten((count) => count + 1);
              await load();
            }}
          />
        </div>
      )}
      <CompanyProposals key={`${saved} ${written}`} id={id} isOff={isOff} />
      <form
        className="flex items-end gap-2 px-3 md:px-4"
        onSubmit={(event) => {
          event.preventDefault();
          void load().catch(react);
        }}
      >
        <Field
          label="商品名称"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button kind="plain" type="submit">
          查询
        </Button>
        <span className="ml-auto text-small text-ink-2 num" role="status">
          {total > size ? `共${total}条，显示前${size}条，请按名称查询` : `共${total}条`}
        </span>
      </form>
      <DataTable
        label="协议价"
        columns={columns}
        rows={rows ?? []}
        idOf={(row) => row.goods_id}
        nameOf={nameOf}
        state={rows === null ? 'loading' : 'ready'}
        csvName={`${company}的协议价`}
        empty={<Empty icon="i-lucide-inbox" title="没有协议价" text="没有协议价的商品按会员等级的价格。" />}
      />
    </div>
  );
}
