import { TypedBox } from '#islands/ui/TypedBox.tsx';
import type { AfterSaleForm } from '#lib/contract/after-sale/calls.ts';

type Line = AfterSaleForm['lines'][number];

export const keyOf = ({ line_id: id, lot_no: lot }: Line) => `${id} ${lot}`;

interface Props {
  lines: readonly Line[];
  pieces: Record<string, number>;
  /** Money comes back: gifts come with their goods. */
  refunds: boolean;
  error: string | undefined;
  onChange: (key: string, pieces: number) => void;
}

/** The goods of an order by lot, each with how many pieces it is about. */
export function AskLines({ lines, pieces, refunds, error, onChange }: Props) {
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0">
      <legend className="mb-1 p-0 text-small">
        商品和数量 <span className="text-price">*</span>
      </legend>
      <ul className="border border-solid border-line rounded" data-field="lines" tabIndex={-1}>
        {lines.map((line) => {
          const isOff = line.most === 0 || (refunds && line.is_gift === 1);
          const label = `${line.name}${line.lot_no === '' ? '' : `（批号${line.lot_no}）`}的数量`;
          return (
            <li
              key={keyOf(line)}
              className="grid grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 px-3 py-2 border-t border-t-solid border-line first:border-t-0"
            >
              <img src={line.image} alt="" className="w-full aspect-square object-contain" loading="lazy" />
              <div className="min-w-0 text-small">
                <p className="truncate font-500">{line.name}</p>
                <p className="text-note text-ink-2">
                  {line.ypgg} {line.sccj}
                </p>
                <p className="text-note text-ink-2 num">
                  {line.lot_no !== '' && `批号 ${line.lot_no} · 效期至 ${line.expires_on} · `}
                  {refunds && line.is_gift === 1
                    ? '赠品随商品退'
                    : line.most === 0
                      ? '没有可申请的数量'
                      : `最多${line.most}${line.bzdw}`}
                </p>
              </div>
              <span className="inline-flex items-center gap-2">
                <TypedBox
                  type="number"
                  inputMode="numeric"
                  aria-label={label}
                  className="w-72px h-control px-2 text-right num border border-solid border-line-strong rounded disabled:bg-card-dim"
                  min={0}
                  max={line.most}
                  disabled={isOff}
                  value={isOff ? 0 : (pieces[keyOf(line)] ?? 0)}
                  onFocus={(event) => event.target.select()}
                  onType={(text) => {
                    const typed = Math.trunc(Number(text));
                    onChange(
                      keyOf(line),
                      Math.max(0, Math.min(line.most, Number.isFinite(typed) ? typed : 0)),
                    );
                  }}
                />
                <span className="text-small text-ink-2">{line.bzdw}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {error && (
        <p role="alert" className="mt-1 text-note text-price">
          {error}
        </p>
      )}
    </fieldset>
  );
}
