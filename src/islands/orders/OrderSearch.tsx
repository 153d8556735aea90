import { useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { MerchantBox } from '#islands/ui/MerchantBox.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { allStores } from '#lib/contract/constants.ts';
import type { OrderList } from '#lib/contract/orders/order.ts';
import type { ListOrdersValues } from '#lib/contract/orders/search.ts';
import { path, withQuery } from '#lib/contract/routes.ts';

/** What the list is narrowed to besides its status, as its address says it; empty is left out there. */
export function searchOf({ keywords, from, to, merchant, store }: ListOrdersValues) {
  return { keywords, from, to, merchant, store };
}

/** True where something besides the status narrows the list. */
export function isNarrowed(input: ListOrdersValues): boolean {
  return Object.values(searchOf(input)).some((value) => value !== undefined && value !== '');
}

interface Props {
  orders: Pick<OrderList, 'merchants' | 'stores' | 'total'>;
  input: ListOrdersValues;
}

/** Finds orders by words, days, merchant and store; a plain form, so that the address contains the search. */
export function OrderSearch({ orders: { merchants, stores, total }, input }: Props) {
  const status = input.status.join(',');
  const { keywords, from, to, merchant, store } = input;
  // A phone shows the words alone at first: the rest would fill its screen.
  const [isOpen, setOpen] = useState(isNarrowed({ ...input, keywords: '' }));
  const folded = isOpen ? '' : 'max-md:hidden';
  const file = (ending: string) =>
    withQuery(`${path('/order')}/dc/mingxi.${ending}`, { status, ...searchOf(input) });
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), text: name }));
  return (
    <search>
      <form
        action={path('/order')}
        className="flex flex-wrap items-center gap-2 px-3 md:px-4 py-2.5 text-small"
      >
        {status !== '' && <input type="hidden" name="status" value={status} />}
        <input
          type="search"
          name="keywords"
          defaultValue={keywords}
          maxLength={100}
          aria-label="搜索订单"
          placeholder="订单号、商品、收货人或地址"
          className="input flex-1 md:flex-none md:w-220px min-w-160px"
        />
        <span className="md:hidden">
          <Button kind="plain" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            筛选
          </Button>
        </span>
        <span className={`flex items-center gap-1 max-md:w-full ${folded}`}>
          <input
            type="date"
            name="from"
            aria-label="下单日期从"
            defaultValue={from}
            className="input px-2 md:w-130px"
          />
          至
          <input
            type="date"
            name="to"
            aria-label="下单日期到"
            defaultValue={to}
            className="input px-2 md:w-130px"
          />
        </span>
        <MerchantBox
          merchants={merchants}
          merchant={merchant}
          className={`input px-2 w-[calc(50%-4px)] md:w-130px ${folded}`}
        />
        {stores.length > 0 && (
          <SelectBox
            label="门店"
            hidesLabel
            name="store"
            className={`input px-2 w-[calc(50%-4px)] md:w-130px ${folded}`}
            defaultValue={store === undefined ? '' : String(store)}
            options={[
              { value: '', text: '本企业' },
              { value: allStores, text: '本企业和全部门店' },
              ...named(stores),
            ]}
          />
        )}
        <button type="submit" className={buttonClass('ghost')}>
          查询
        </button>
        {isNarrowed(input) && (
          <a className={buttonClass('text')} href={path('/order', undefined, { status })}>
            清除
          </a>
        )}
        {total > 0 && (
          <span className="flex items-center gap-3 ml-auto">
            <a className="link" href={file('csv')} download>
              导出CSV
            </a>
            <a className="link" href={file('xlsx')} download>
              导出Excel
            </a>
          </span>
        )}
      </form>
    </search>
  );
}
