import { Tag } from '#islands/ui/Tag.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import type { Ticks } from '#islands/ui/use-ticks.ts';
import type { ChangeRowWire } from '#lib/contract/changes.ts';

interface Props {
  rows: readonly ChangeRowWire[];
  ticks: Ticks<number> | undefined;
}

const looks: Partial<Record<string, 'warn' | 'promo'>> = { refused: 'warn', failed: 'warn' };
const cell = 'px-3 py-1.5 text-left align-top border-b border-b-solid border-line';

/** Rows of a set: each changed field with both values, and why a row is not changed. */
export function RowsTable({ rows, ticks }: Props) {
  const nos = rows.map(({ no }) => no);
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-small border-separate border-spacing-0">
        <thead>
          <tr className="text-ink-2">
            {ticks && (
              <th className={`${cell} w-8`}>
                <span className="sr-only">选择</span>
              </th>
            )}
            <th className={`${cell} num w-12`}>行</th>
            <th className={cell}>商品</th>
            <th className={cell}>修改</th>
            <th className={`${cell} w-24`}>状态</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.no}>
              {ticks && (
                <td className={cell}>
                  {ticks.can(row.no) && (
                    <Tick
                      label={`选择第${row.no}行`}
                      isOn={ticks.has(row.no)}
                      onChange={(isOn, withShift) => ticks.set(row.no, isOn, withShift, nos)}
                    />
                  )}
                </td>
              )}
              <td className={`${cell} num text-ink-2`}>{row.no}</td>
              <th scope="row" className={`${cell} font-400`}>
                {row.label === '' ? `编号${row.id}` : row.label}
                <span className="block text-note text-ink-2 num">{row.id > 0 && `编号${row.id}`}</span>
              </th>
              <td className={cell}>
                {row.changes.map(({ label, before, after }) => (
                  <span key={label} className="block num">
                    {label} <s className="text-ink-2">{before}</s> → <b>{after}</b>
                  </span>
                ))}
                {row.note !== '' && <span className="block text-price">{row.note}</span>}
              </td>
              <td className={cell}>
                <Tag kind={looks[row.state] ?? 'soft'}>{row.state_text}</Tag>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
