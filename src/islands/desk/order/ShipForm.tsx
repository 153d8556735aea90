import { useMemo, useState } from 'react';
import { KeyButton } from '#islands/desk/case/KeyButton.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { shipParcel } from '#lib/client/stores/desk/orders.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { path } from '#lib/contract/routes.ts';
import type { DeskOrder, DeskOrderLine } from '#lib/contract/shipping/desk-order.ts';
import { coldFields, findColdFaults } from '#lib/rules/orders/cold-chain.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { CarrierField, findParcelFaults } from './CarrierField.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { ShipLine } from './ShipLine.tsx';
import { ShortDialog } from './ShortDialog.tsx';

interface Props {
  order: DeskOrder;
  onDone: (order: DeskOrder) => void;
}

/** The rest of an order, and its next parcel: all of it by default. */
export function ShipForm({ order, onDone }: Props) {
  const [short, setShort] = useState<DeskOrderLine | null>(null);
  const [shipsAsked, setShipsAsked] = useState(false);
  const isCold = order.is_cold === 1;
  const waiting = useMemo(() => order.lines.filter(({ left }) => left > 0), [order]);
  const { form, field, errors, isBusy } = useForm<string, DeskOrder>({
    names: [
      'carrier',
      'tracking_no',
      ...(isCold ? keysOf(coldFields) : []),
      ...waiting.flatMap(({ id }) => [`pieces-${id}`, `lot-${id}`, `codes-${id}`]),
    ],
    showsRefusal: true,
    check: ({ carrier = '', tracking_no: no = '', temperature = '', cooler = '', recorder = '' }) => ({
      ...findParcelFaults(carrier, no),
      ...(isCold && findColdFaults({ temperature, cooler, recorder })),
    }),
    send: ({
      carrier = '',
      tracking_no: trackingNo = '',
      temperature = '',
      cooler = '',
      recorder = '',
      ...texts
    }) =>
      shipParcel({
        no: order.no,
        carrier,
        tracking_no: trackingNo,
        temperature,
        cooler,
        recorder,
        ships_asked: shipsAsked ? 1 : 0,
        lines: linesOf(waiting, texts),
      }),
    onSent(now: DeskOrder) {
      onDone(now);
      showToast('success', now.pieces_left === 0 ? '已全部发出' : '包裹已发出，其余待发');
    },
  });
  const mayShip = order.may_ship === 1;
  return (
    <section className="panel">
      <div className="panel-title">
        <h2>商品</h2>
        <span className="text-small text-ink-2 font-400 num">
          {waiting.length === 0 ? '没有待发的商品' : `待发${waiting.length}个品种`}
        </span>
      </div>
      <form {...form}>
        {mayShip && <ScanPanel no={order.no} waiting={waiting} form={form.ref} />}
        <div className="md:overflow-x-auto">
          {/* Roles are named: a narrow window folds the rows into cards, and they would be lost. */}
          <table
            role="table"
            aria-label="商品"
            className="w-full text-small max-md:block [&_th]:(px-2 py-1.5 font-400 text-note text-ink-2 text-left whitespace-nowrap bg-card-dim) md:[&_td]:(px-2 py-2 border-t border-t-solid border-line align-middle) md:[&_tr>:first-child]:pl-4 md:[&_tr>:last-child]:pr-4"
          >
            <thead role="rowgroup" className="max-md:sr-only">
              <tr role="row">
                <th scope="col">商品</th>
                <th scope="col" className="text-right!">
                  订购
                </th>
                <th scope="col" className="text-right!">
                  已发
                </th>
                <th scope="col" className="text-right!">
                  已退
                </th>
                <th scope="col" className="text-right!">
                  待发
                </th>
                {mayShip && (
                  <>
                    <th scope="col">本次发货</th>
                    <th scope="col">批次</th>
                    <th scope="col">追溯码</th>
                    <th scope="col">操作</th>
                  </>
                )}
              </tr>
            </thead>
            <tbody role="rowgroup" className="max-md:block">
              {order.lines.map((line) => (
                <ShipLine key={line.id} line={line} mayShip={mayShip} onShort={() => setShort(line)} />
              ))}
            </tbody>
          </table>
        </div>
        {mayShip && (
          <div className="grid md:grid-cols-[repeat(4,minmax(0,12rem))_auto] md:justify-start gap-3 items-end px-3 md:px-4 py-3">
            <CarrierField choices={order.carriers} isFirst {...field('carrier')} />
            <Field label="运单号" maxLength={40} required {...field('tracking_no')} />
            {isCold && (
              <>
                <Field label="启运温度（℃）" maxLength={20} required {...field('temperature')} />
                <Field label="冷藏车或冷藏箱" maxLength={50} required {...field('cooler')} />
                <Field label="温度记录仪编号" maxLength={30} required {...field('recorder')} />
              </>
            )}
            {order.pieces_asked > 0 && (
              <label className="flex items-center gap-2 text-small md:col-span-full">
                <Check type="checkbox" checked={shipsAsked} onPick={setShipsAsked} />
                <span>
                  买家申请退款的商品仍然发货，同时驳回申请（
                  <a className="link" href={`${path('/desk/aftersale')}?no=${order.no}`}>
                    处理售后
                  </a>
                  ）
                </span>
              </label>
            )}
            <KeyButton keyName="a" type="submit" size="normal" busy={isBusy}>
              发货
            </KeyButton>
            {errors.form !== undefined && (
              <p role="alert" className="md:col-span-full text-price text-small">
                {errors.form}
              </p>
            )}
          </div>
        )}
      </form>
      {short !== null && (
        <ShortDialog no={order.no} line={short} onClose={() => setShort(null)} onDone={onDone} />
      )}
    </section>
  );
}

/** The lines that go into the parcel, of the texts of their boxes; those at 0 stay. */
function linesOf(waiting: readonly DeskOrderLine[], texts: Readonly<Record<string, string>>) {
  return waiting.flatMap(({ id }) => {
    const pieces = Number(texts[`pieces-${id}`]);
    if (!(pieces > 0)) return [];
    const lot = texts[`lot-${id}`] ?? '';
    const codes = texts[`codes-${id}`] ?? '';
    return [{ line_id: id, pieces, codes, ...(lot !== '' && { lot_id: Number(lot) }) }];
  });
}
