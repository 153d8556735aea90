import type { ReactNode } from 'react';
import { RebuyLine } from './RebuyLine.tsx';
import { summaryOf, type useRebuy } from './use-rebuy.ts';

interface Props {
  rebuy: ReturnType<typeof useRebuy>;
  /** Content before the items, e.g. sets. */
  children?: ReactNode;
}

/** Items to buy again, with differences and quantities; nothing before it is loaded. */
export function RebuyRows({ rebuy, children }: Props) {
  const { shown } = rebuy;
  if (shown === null) return null;
  return (
    <>
      {shown.rows.length > 0 && <p className="mb-3 text-small text-ink-2">{summaryOf(shown.rows)}</p>}
      <ul className="border border-solid border-line rounded">
        {children}
        {shown.rows.map((row) => (
          <RebuyLine
            key={row.goods_id}
            row={row}
            number={rebuy.numbers.get(row.goods_id) ?? 0}
            isChosen={rebuy.chosen.has(row.goods_id)}
            onChoose={(isOn) => rebuy.choose(row.goods_id, isOn)}
            onNumber={(number) => rebuy.setNumber(row.goods_id, number)}
          />
        ))}
      </ul>
    </>
  );
}
