import { useRef, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { TypedBox } from '#islands/ui/TypedBox.tsx';
import { react } from '#lib/client/stores/shell/react.ts';
import { type Cell, orderStores, quoteStores } from '#lib/client/stores/stores.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import type { StoresOrdered, StoresQuote, StoreWire } from '#lib/contract/stores/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { StoreSums } from './StoreSums.tsx';
import { StoresPlaced } from './StoresPlaced.tsx';

interface Goods {
  id: number;
  name: string;
  ypgg: string;
  sccj: string;
  bzdw: string;
  step: number;
  least: number;
}

interface Props {
  stores: StoreWire[];
  goods: Goods[];
}

const keyOf = (storeId: number, goodsId: number) => `${storeId}:${goodsId}`;

/**
 * One table for many stores: items down, stores across, a quantity in each cell; checked, then ordered with one press.
 */
export function StoreTable({ stores, goods }: Props) {
  const [word, setWord] = useState('');
  const [numbers, setNumbers] = useState<Record<string, string>>({});
  const [quote, setQuote] = useState<StoresQuote | null>(null);
  // The last check's messages about single quantities; a message belongs to its quantity.
  const [reasons, setReasons] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState<'quote' | 'order' | null>(null);
  const [notice, setNotice] = useState('');
  // The result, where some of it waits for approval: everything else is paid at once.
  const [placed, setPlaced] = useState<StoresOrdered | null>(null);
  // The same table pressed twice is ordered once.
  const key = useRef('');
  // The current table: a response about an older one is dropped.
  const typed = useRef(0);

  if (placed !== null) return <StoresPlaced placed={placed} />;
  if (stores.length === 0 || goods.length === 0)
    return (
      <section className="panel">
        <h1 className="panel-title">多店下单</h1>
        <Empty
          title={goods.length === 0 ? '购物车里还没有商品' : '还没有可以下单的门店'}
          text={
            goods.length === 0
              ? '先把各门店都要的商品加入购物车，再到这里填每家门店的数量。'
              : '门店资质审核通过后，会出现在这里。'
          }
        >
          <a className={buttonClass()} href={goods.length === 0 ? path('/list') : path('/zhzx/ddgl')}>
            {goods.length === 0 ? '去选商品' : '多店管理'}
          </a>
        </Empty>
      </section>
    );

  const cells: Cell[] = stores.flatMap((store) =>
    goods.flatMap((one) => {
      const number = Number(numbers[keyOf(store.id, one.id)] ?? '');
      return Number.isInteger(number) && number > 0 ? [{ store_id: store.id, goods_id: one.id, number }] : [];
    }),
  );

  // An item's name filters the rows, a store's the columns; hidden quantities are ordered all the same.
  const asked = word.trim().toLowerCase();
  const fits = (...texts: string[]) => texts.some((text) => text.toLowerCase().includes(asked));
  const rows = goods.filter((one) => fits(one.name, one.sccj));
  const columns = stores.filter((store) => fits(store.name, store.code));
  const shownGoods = rows.length > 0 ? rows : goods;
  const shownStores = columns.length > 0 ? columns : stores;
  const isNothing = rows.length === 0 && columns.length === 0;

  function type(storeId: number, goodsId: number, text: string) {
    const digits = text.normalize('NFKC').replace(/\D/g, '').slice(0, 6);
    setNumbers((all) => ({ ...all, [keyOf(storeId, goodsId)]: digits }));
    setReasons((all) => ({ ...all, [keyOf(storeId, goodsId)]: '' }));
    setQuote(null);
    setNotice('');
    typed.current += 1;
  }

  function show(found: StoresQuote) {
    key.current = crypto.randomUUID();
    setQuote(found);
    setReasons(reasonsOf(found));
  }

  function refused(error: unknown) {
    if (!(error instanceof AppError) || error.code >= 500 || error.code === 401) return react(error);
    setNotice(firstFieldMessage(error.data) ?? error.message);
    if (error.code === 409 && isQuote(error.data)) show(error.data);
  }

  async function check() {
    const asked = typed.current;
    setBusy('quote');
    setNotice('');
    try {
      const found = await quoteStores(cells);
      if (asked === typed.current) show(found);
    } catch (error) {
      if (asked === typed.current) refused(error);
    }
    setBusy(null);
  }

  async function order(seen: StoresQuote) {
    setBusy('order');
    setNotice('');
    try {
      const ordered = await orderStores(cells, seen.pay_amount, key.current);
      const { trades } = ordered;
      if (trades.some(({ waits }) => waits === 1)) return setPlaced(ordered);
      location.assign(path('/cart/hm', undefined, { trades: trades.map((one) => one.trade_no).join(',') }));
    } catch (error) {
      refused(error);
      setBusy(null);
    }
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section className="panel">
        <div className="panel-title flex-wrap">
          <h1>多店下单</h1>
          <span className="text-small font-400 text-ink-2">
            商品来自当前购物车，每家门店按自己的价格和资质核对，送到各自的地址，一次付款
          </span>
        </div>
        <div className="flex flex-wrap items-end gap-3 px-3 md:px-4 py-2">
          <Field
            label="筛选门店或商品"
            type="search"
            maxLength={60}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
          <p role="status" className="text-small text-ink-2 num min-h-control flex items-center">
            {isNothing ? '没有这样的门店或商品' : `${shownGoods.length}个商品，${shownStores.length}家门店`}
          </p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard */}
        <section className="overflow-x-auto" aria-label="各门店数量" tabIndex={0}>
          <table className="w-full border-collapse text-small">
            <thead>
              <tr className="bg-card-dim">
                <th
                  scope="col"
                  className="sticky left-0 bg-card-dim text-left px-3 py-2 min-w-120px md:min-w-160px z-1"
                >
                  商品
                </th>
                {shownStores.map((store) => (
                  <th
                    key={store.id}
                    scope="col"
                    className="px-1.5 md:px-2 py-2 min-w-88px md:min-w-110px font-500"
                  >
                    {store.code === '' ? store.name : `${store.code} ${store.name}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shownGoods.map((one) => (
                <tr key={one.id} className="border-t border-t-solid border-line">
                  <th scope="row" className="sticky left-0 bg-card text-left px-3 py-2 font-400 z-1">
                    <b className="block font-600">{one.name}</b>
                    <span className="block text-note text-ink-2">
                      {one.ypgg} · {one.sccj}
                    </span>
                    {one.step > 1 && (
                      <span className="block text-note text-ink-2 num">
                        每{one.step}
                        {one.bzdw}一包装
                      </span>
                    )}
                  </th>
                  {shownStores.map((store) => {
                    const reason = reasons[keyOf(store.id, one.id)] ?? '';
                    return (
                      <td key={store.id} className="px-1.5 md:px-2 py-2 align-top">
                        <TypedBox
                          className="input num text-center"
                          inputMode="numeric"
                          autoComplete="off"
                          readOnly={busy === 'order'}
                          aria-label={`${one.name}，${store.name}，数量`}
                          aria-invalid={reason !== '' || undefined}
                          value={numbers[keyOf(store.id, one.id)] ?? ''}
                          onType={(text) => type(store.id, one.id, text)}
                        />
                        {reason !== '' && <p className="mt-1 text-note text-price">{reason}</p>}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
      {quote && <StoreSums quote={quote} names={new Map(goods.map(({ id, name }) => [id, name]))} />}
      <FormNotice text={notice} />
      <div className="sticky bottom-[var(--tab-bar)] md:bottom-0 z-20 panel shadow-float flex flex-wrap items-center justify-end gap-3 px-3 md:px-4 py-2 md:py-3">
        <p className="flex-1 text-small text-ink-2" role="status">
          {quote ? (
            <>
              {quote.stores.length}家门店，合计{' '}
              <b className="num text-price">¥{showYuan(quote.pay_amount)}</b>
            </>
          ) : (
            `已填${cells.length}项`
          )}
        </p>
        {quote === null || quote.can_order === 0 ? (
          <Button
            busy={busy === 'quote'}
            disabled={cells.length === 0 || busy !== null}
            onClick={() => void check()}
          >
            核对价格和库存
          </Button>
        ) : (
          <Button busy={busy === 'order'} disabled={busy !== null} onClick={() => void order(quote)}>
            提交{quote.stores.length}家门店的订单
          </Button>
        )}
      </div>
    </div>
  );
}

function reasonsOf({ stores }: StoresQuote): Record<string, string> {
  return Object.fromEntries(
    stores.flatMap(({ store_id, lines }) =>
      lines.map(({ goods_id, reason }) => [keyOf(store_id, goods_id), reason]),
    ),
  );
}

function isQuote(data: unknown): data is StoresQuote {
  return typeof data === 'object' && data !== null && 'stores' in data && 'can_order' in data;
}
