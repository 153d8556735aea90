import { useLayoutEffect, useRef, useState } from 'react';
import { Empty } from '#islands/ui/Faces.tsx';
import { forgetLooked, recallLooked, saveLooked } from '#lib/client/stores/orders/receiving.ts';
import type { ReceivingSheet } from '#lib/contract/receiving.ts';
import { path } from '#lib/contract/routes.ts';
import { type Looked, takeScans } from '#lib/rules/orders/receiving.ts';
import { ColdParcels } from './ColdParcels.tsx';
import { ReceiveForm } from './ReceiveForm.tsx';
import { ReceiveRow } from './ReceiveRow.tsx';
import {
  type Pieces,
  piecesByTemperature,
  rowKey,
  type SheetRow,
  scanRowOf,
  type Typed,
  warmSentences,
} from './rows.ts';
import { ScanBox } from './ScanBox.tsx';

/**
 * Opening the parcels of an order: every lot is scanned or ticked, differences are entered next to it, then it is
 * received.
 */
export function ReceivePage({ initial }: { initial: ReceivingSheet }) {
  const [sheet, setSheet] = useState(initial);
  const [looked, setLooked] = useState<Looked>({ ticked: [], found: [] });
  const [pieces, setPieces] = useState<Pieces>({});
  const [typed, setTyped] = useState<Typed>({});
  const { no, rows } = sheet;
  // Ticks made before hydration are replayed one after the other, each against the first render.
  const latest = useRef(looked);
  // In the commit of the hydration: the replayed ticks follow it directly, and add to the stored ones.
  useLayoutEffect(() => take(recallLooked(no)), [no]);

  function take(now: Looked) {
    latest.current = now;
    setLooked(now);
  }

  function look(now: Looked) {
    take(now);
    saveLooked(no, now);
  }

  function scan(text: string) {
    const done = takeScans(rows.map(scanRowOf), latest.current, text);
    look(done.looked);
    return done.scans;
  }

  function tick(key: string, isTicked: boolean) {
    const others = latest.current.ticked.filter((one) => one !== key);
    look({ ...latest.current, ticked: isTicked ? [...others, key] : others });
  }

  const ticked = new Set(looked.ticked);
  const found = new Set(looked.found);
  // A row with a difference was looked at: it needs no tick.
  const isLooked = (row: SheetRow) =>
    ticked.has(rowKey(row)) || Object.values(pieces[rowKey(row)] ?? {}).some((count) => count > 0);
  const open = rows.filter((row) => !isLooked(row));
  // The parcels were opened before: what is found now is reported, and nothing is left to tick.
  const isReceived = sheet.may_confirm === 0 && sheet.may_report === 1 && sheet.why === '';
  return (
    <section className="panel">
      <h1 className="panel-title flex-wrap">
        验收收货
        <a className="link num text-small font-400" href={path('/order/info/[id]', { id: no })}>
          订单{no}
        </a>
        <span className="text-small font-400 text-ink-2">
          {sheet.merchant} · {sheet.status_text}
        </span>
      </h1>
      {rows.length === 0 ? (
        <Empty icon="i-lucide-package-open" title="没有可验收的商品" text={sheet.why || '商家还没有发货。'}>
          <a className="btn" href={path('/order/info/[id]', { id: no })}>
            返回订单
          </a>
        </Empty>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-3 md:p-4">
          {sheet.why !== '' && <p className="px-3 py-2 rounded bg-card-dim text-small">{sheet.why}</p>}
          {sheet.cases.length > 0 && (
            <ul aria-label="这个订单的售后" className="flex flex-wrap gap-x-4 gap-y-1 text-small">
              {sheet.cases.map((one) => (
                <li key={one.id}>
                  <a className="link" href={path('/order/sh/[id]', { id: one.id })}>
                    {one.kind_text}：{one.what}，{one.status_text}
                  </a>
                </li>
              ))}
            </ul>
          )}
          {sheet.cold.length > 0 && (
            <ColdParcels
              parcels={sheet.cold}
              typed={typed}
              warm={warmSentences(rows, typed)}
              mayReport={sheet.may_report === 1}
              onType={(trackingNo, text) => {
                const now = { ...typed, [trackingNo]: text };
                setTyped(now);
                setPieces(piecesByTemperature(rows, pieces, now));
              }}
            />
          )}
          {!isReceived && <ScanBox onScan={scan} />}
          <div>
            <p className="mb-1 text-small" role="status">
              {isReceived ? (
                '已确认收货。之后发现少货、破损等，可以在下面按批填写差异。'
              ) : (
                <>
                  已核对 <b className="num">{rows.length - open.length}</b>/
                  <span className="num">{rows.length}</span> 行
                </>
              )}
            </p>
            <ul aria-label="要核对的商品和批号" className="border border-solid border-line rounded">
              {rows.map((row) => {
                const key = rowKey(row);
                return (
                  <ReceiveRow
                    // After a report the row closes.
                    key={`${key} ${row.most}`}
                    row={row}
                    isTicked={isReceived ? null : isLooked(row)}
                    found={row.trace_codes.filter((code) => found.has(code)).length}
                    pieces={pieces[key] ?? {}}
                    mayReport={sheet.may_report === 1}
                    onTick={(isTicked) => tick(key, isTicked)}
                    onDiffer={(difference, number) =>
                      setPieces((now) => ({ ...now, [key]: { ...now[key], [difference]: number } }))
                    }
                  />
                );
              })}
            </ul>
          </div>
          {sheet.may_report === 1 && (
            <ReceiveForm
              sheet={sheet}
              pieces={pieces}
              typed={typed}
              open={open.length}
              scanned={looked.found}
              onReceived={(now) => {
                forgetLooked(no);
                setPieces({});
                setTyped({});
                setSheet(now);
              }}
            />
          )}
        </div>
      )}
    </section>
  );
}
