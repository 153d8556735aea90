import { showYuan } from '#lib/rules/money/money.ts';
import type { LadderText } from '#lib/rules/promotions/pricing.ts';

interface Props {
  unit: string;
  rows: readonly LadderText[];
  /** Said below the table; empty for nothing. */
  note: string;
}

/** The ladder of an item as a table, updated with the quantity: 差, 已享, 可享, or N以内. */
export function LadderTable({ unit, rows, note }: Props) {
  if (rows.length === 0 && note === '') return null;
  return (
    <div className="grid gap-2">
      {rows.length > 0 && (
        <table className="w-full max-w-460px border-collapse text-small num whitespace-nowrap">
          <caption className="sr-only">阶梯价</caption>
          <thead>
            <tr className="bg-card-dim text-ink-2 text-left">
              <th className="px-2 sm:px-3 py-1.5 font-500">购买数量</th>
              <th className="px-2 sm:px-3 py-1.5 font-500">单价</th>
              <th className="px-2 sm:px-3 py-1.5 font-500">优惠</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ number, price, state, text }) => (
              <tr key={number} className={state === 'enjoyed' ? 'bg-promo-wash' : ''}>
                <td className="px-2 sm:px-3 py-1.5 border-b border-b-solid border-line">
                  {state === 'upTo' ? `${number}${unit}以内` : `${number}${unit}起`}
                </td>
                <td className="px-2 sm:px-3 py-1.5 border-b border-b-solid border-line text-price font-600">
                  ¥{showYuan(price)}
                </td>
                <td className="px-2 sm:px-3 py-1.5 border-b border-b-solid border-line text-promo-ink">
                  {text}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note !== '' && <p className="text-small text-promo-ink">{note}</p>}
    </div>
  );
}
