import { useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { type Difference, differenceKeys, differences, differencesOf } from '#lib/rules/orders/receiving.ts';
import type { SheetRow } from './rows.ts';

interface Props {
  row: SheetRow;
  /** Null after the receipt: nothing is ticked any more. */
  isTicked: boolean | null;
  /** Trace codes of this row that were found. */
  found: number;
  pieces: Partial<Record<Difference, number>>;
  mayReport: boolean;
  onTick: (isTicked: boolean) => void;
  onDiffer: (difference: Difference, pieces: number) => void;
}

/** One lot of one line: expected pieces, the tick, and differences. */
export function ReceiveRow({ row, isTicked, found, pieces, mayReport, onTick, onDiffer }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const differing = differenceKeys.reduce((sum, key) => sum + (pieces[key] ?? 0), 0);
  const isShown = isOpen || differing > 0;
  const name = `${row.name}（批号${row.lot_no}）`;
  /** Closing says that all of it came as it should. */
  function close() {
    setOpen(false);
    for (const key of differenceKeys) if ((pieces[key] ?? 0) > 0) onDiffer(key, 0);
  }
  return (
    <li className="px-3 py-2 border-t border-t-solid border-line first:border-t-0 text-small">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
        {isTicked === null ? (
          <span />
        ) : (
          <Check
            type="checkbox"
            id={id}
            className="w-20px h-20px"
            checked={isTicked}
            disabled={differing > 0}
            aria-label={`${name}已核对`}
            onPick={onTick}
          />
        )}
        <label htmlFor={id} className="min-w-0 cursor-pointer">
          <span className="block font-500">
            {row.name} <span className="text-ink-2 font-400">{row.spec}</span>
            {row.is_gift === 1 && <span className="text-ink-2 font-400">（赠品）</span>}
          </span>
          <span className="block text-note text-ink-2 num">
            批号 <b className="text-ink font-600">{row.lot_no}</b> · 产 {row.produced_on} · 效期至{' '}
            <b className="text-ink font-600">{row.expires_on}</b>
          </span>
          <span className="block text-note text-ink-2 num">
            {row.maker} · 运单{row.tracking_nos.join('、')}
            {row.trace_codes.length > 0 && ` · 追溯码${found}/${row.trace_codes.length}`}
          </span>
        </label>
        <span className="grid justify-items-end gap-1">
          <b className="num whitespace-nowrap">
            {row.number}
            {row.unit}
          </b>
          {mayReport && row.is_gift === 0 && row.most > 0 && (
            <span className="no-print">
              <Button
                kind="ghost"
                size="small"
                aria-label={`${name}${isShown ? '取消差异' : '有差异'}`}
                aria-expanded={isShown}
                onClick={isShown ? close : () => setOpen(true)}
              >
                {isShown ? '取消差异' : '有差异'}
              </Button>
            </span>
          )}
        </span>
      </div>
      {isShown && (
        <fieldset className="m-0 mt-2 p-0 border-0 min-w-0">
          <legend className="sr-only">{name}的差异</legend>
          <div className="grid grid-cols-2 sm:grid-cols-5 gap-2">
            {differencesOf({ isCold: row.range !== null }).map((key) => (
              <label key={key} className="flex items-center gap-2">
                <span className="whitespace-nowrap text-note">{differences[key].text}</span>
                <input
                  type="number"
                  inputMode="numeric"
                  className="w-full min-w-0 h-control px-2 text-right num border border-solid border-line-strong rounded"
                  aria-label={`${name}${differences[key].text}的数量`}
                  min={0}
                  max={row.most - differing + (pieces[key] ?? 0)}
                  value={pieces[key] ?? 0}
                  onFocus={(event) => event.target.select()}
                  onChange={(event) => {
                    const typed = Math.trunc(Number(event.target.value));
                    const most = row.most - differing + (pieces[key] ?? 0);
                    onDiffer(key, Math.max(0, Math.min(most, Number.isFinite(typed) ? typed : 0)));
                  }}
                />
              </label>
            ))}
          </div>
          <p className="mt-1 text-note text-ink-2 num">
            合计{differing}
            {row.unit}，最多{row.most}
            {row.unit}
          </p>
        </fieldset>
      )}
    </li>
  );
}
