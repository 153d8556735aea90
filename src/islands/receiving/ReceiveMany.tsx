import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Empty } from '#islands/ui/Faces.tsx';
import { dayText } from '#islands/ui/moments.ts';
import { SelectionBar } from '#islands/ui/SelectionBar.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { useTicks } from '#islands/ui/use-ticks.ts';
import { CancelledError } from '#lib/client/api.ts';
import { loadOrdersToReceive, receiveOrders } from '#lib/client/stores/orders/receiving.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { maxReceivedAtOnce, maxScannedAtOnce } from '#lib/contract/constants.ts';
import type { FoundParcel, OrdersToReceive, ReceivedOrders } from '#lib/contract/orders/receive-many.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { ParcelScan } from './ParcelScan.tsx';

type Row = OrdersToReceive['list'][number];

interface Props {
  initial: OrdersToReceive;
  /**
   * The order that was scanned on the page before: it alone is ticked. Empty: the code belongs to no order, and nothing
   * is ticked. Null: nothing was scanned, and the orders that arrived are ticked.
   */
  scanned: string | null;
  /** What was scanned there. */
  code: string | null;
}

/** Receives several orders by one press: those of which the parcels arrived, those scanned, or those ticked. */
export function ReceiveMany({ initial, scanned, code }: Props) {
  const [{ list, total, may_receive: may }, setOrders] = useState(initial);
  const [done, setDone] = useState<ReceivedOrders['list']>([]);
  const [isBusy, setBusy] = useState(false);
  const isOpen = may === 1;
  const ticks = useTicks(
    isOpen ? list.flatMap(({ no, why }) => (why === '' ? [no] : [])) : [],
    scanned === null ? list.flatMap(({ no, is_arrived: arrived }) => (arrived === 1 ? [no] : [])) : [scanned],
  );

  // A scan is answered later, by the list and the ticks of that moment.
  const latest = useRef({ list, ticks });
  latest.current = { list, ticks };

  /** What was scanned on this page, and on the page before. */
  const codes = useRef(code === null ? [] : [code]);

  /** Ticks a scanned order, also one behind those that are shown first; answers what became of it. */
  async function tickScanned(
    { no, merchant, status_text: status }: FoundParcel,
    text: string,
  ): Promise<string> {
    codes.current = [...codes.current, text].slice(-maxScannedAtOnce);
    if (!latest.current.list.some((one) => one.no === no)) {
      const found = (await loadOrdersToReceive(no)).list.find((one) => one.no === no);
      if (found === undefined) return `${merchant}的订单${status}，不用收货`;
      flushSync(() => setOrders((now) => ({ ...now, list: [found, ...now.list] })));
    }
    const row = latest.current.list.find((one) => one.no === no);
    if (row === undefined || !latest.current.ticks.can(no)) return `${merchant}：${row?.why}，请逐批验收`;
    latest.current.ticks.set(no, true);
    return `已勾选${merchant}的订单，¥${showYuan(row.pay_amount)}`;
  }

  const unticked = done.length > 0 ? '' : untickedText(scanned, list);

  async function receive() {
    setBusy(true);
    try {
      const nos = [...ticks.ids];
      const answers: ReceivedOrders['list'] = [];
      for (let at = 0; at < nos.length; at += maxReceivedAtOnce) {
        answers.push(...(await receiveOrders(nos.slice(at, at + maxReceivedAtOnce), codes.current)).list);
        setDone([...answers]);
      }
      setOrders(await loadOrdersToReceive());
      ticks.clear();
    } catch (error) {
      if (!(error instanceof CancelledError)) react(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className="panel">
      <h1 className="panel-title flex-wrap">
        批量收货
        <span className="text-small font-400 text-ink-2 num">
          待收货{total}单{total > list.length && `，先显示最早发货的${list.length}单`}
        </span>
        <a className="link ml-auto text-small font-400" href={path('/order')}>
          返回我的订单
        </a>
      </h1>
      {unticked !== '' && (
        <p role="alert" className="px-4 py-2 bg-promo-wash text-promo-ink text-small">
          {unticked}
        </p>
      )}
      <Done list={done} />
      {list.length === 0 ? (
        <Empty icon="i-lucide-package-check" title="没有待收货的订单" text="商家全部发货后，在这里一次收货">
          <a className={buttonClass('plain')} href={path('/order')}>
            返回我的订单
          </a>
        </Empty>
      ) : (
        <>
          {isOpen && <ParcelScan onFound={tickScanned} />}
          <ul aria-label="待收货的订单" className="border-t border-t-solid border-line">
            {list.map((row) => (
              <Waiting
                key={row.no}
                row={row}
                isOn={ticks.has(row.no)}
                canTick={ticks.can(row.no)}
                onTick={(isOn, withShift) => ticks.set(row.no, isOn, withShift)}
              />
            ))}
          </ul>
          {isOpen && (
            <SelectionBar ticks={ticks} allLabel="全选" count={`已选${ticks.ids.length}单`}>
              <Button
                kind="primary"
                busy={isBusy}
                disabled={ticks.ids.length === 0}
                onClick={() => void receive()}
              >
                收货（{ticks.ids.length}）
              </Button>
            </SelectionBar>
          )}
        </>
      )}
    </section>
  );
}

/** Why the scanned order is not ticked; empty where it is, and where nothing was scanned. */
function untickedText(scanned: string | null, list: readonly Row[]): string {
  if (scanned === null) return '';
  if (scanned === '') return '没有找到扫描的包裹，请核对单号，或在下面勾选';
  const row = list.find(({ no }) => no === scanned);
  if (row === undefined) return '扫描的订单不在下面的待收货订单里';
  return row.why === '' ? '' : `${row.merchant}：${row.why}，请逐批验收`;
}

/** Results of the orders of the last press. */
function Done({ list }: { list: ReceivedOrders['list'] }) {
  const refused = list.filter(({ is_received: received }) => received === 0);
  return (
    <div role="status" className={list.length > 0 ? 'px-4 py-2 bg-primary-wash text-small' : ''}>
      {list.length > 0 && (
        <p>
          已收货<b className="num">{list.length - refused.length}</b>单
          {refused.length > 0 && `，${refused.length}单没有收货：`}
        </p>
      )}
      {refused.length > 0 && (
        <ul className="text-price">
          {refused.map(({ no, text }) => (
            <li key={no}>
              <a className="num underline" href={path('/order/info/[id]', { id: no })}>
                {no}
              </a>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface WaitingProps {
  row: Row;
  isOn: boolean;
  canTick: boolean;
  onTick: (isOn: boolean, withShift: boolean) => void;
}

/** One order that waits for its receipt. */
function Waiting({ row, isOn, canTick, onTick }: WaitingProps) {
  return (
    <li
      aria-label={`订单${row.no}`}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto_auto] items-center gap-x-4 gap-y-1 px-3 md:px-4 py-2 border-b border-b-solid border-line text-small"
    >
      <Tick label={`${row.merchant}，订单${row.no}`} isOn={isOn} isDisabled={!canTick} onChange={onTick} />
      <div className="min-w-0">
        <p className="truncate">
          <b className="font-600">{row.merchant}</b> {row.names.join('、')}
          {row.kinds > row.names.length && `等${row.kinds}种`}
        </p>
        <p className="text-note text-ink-2 num truncate">
          {row.no} · 发货{dayText(row.shipped_at)} · {dayText(row.receive_by)}自动收货
        </p>
      </div>
      <ul className="text-note text-ink-2 num max-md:(order-last col-span-full pl-11)">
        {row.parcels.map((parcel) => (
          <li key={parcel.tracking_no} className="truncate">
            {parcel.carrier} {parcel.tracking_no}
            {parcel.state_text !== '' && <b className="font-600 text-primary"> {parcel.state_text}</b>}
          </li>
        ))}
        {row.why !== '' && <li className="text-promo-ink">{row.why}</li>}
      </ul>
      <span className="num text-right">
        ¥{showYuan(row.pay_amount)}
        <span className="block text-note text-ink-2">{row.pieces}件</span>
      </span>
      <a
        className="link max-md:(order-last col-span-full pl-11)"
        href={path('/order/receive/[id]', { id: row.no })}
        aria-label={`逐批验收订单${row.no}`}
      >
        逐批验收
      </a>
    </li>
  );
}
