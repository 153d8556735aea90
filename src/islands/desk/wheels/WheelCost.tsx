import { useState } from 'react';
import { FieldShell } from '#islands/ui/FieldShell.tsx';
import { TypedBox } from '#islands/ui/TypedBox.tsx';
import { showCount, showYuan } from '#lib/rules/money/money.ts';
import { wheelCost } from '#lib/rules/wheel/prizes.ts';
import { countsOf, type PrizeTexts } from './prize-texts.ts';

/** The cost of a wheel: of all tickets, and of any number of draws, on average and at worst. */
export function WheelCost({ prizes }: { prizes: readonly PrizeTexts[] }) {
  const [typed, setTyped] = useState('');
  const counts = countsOf(prizes);
  const { tickets, all, perDraw } = wheelCost(counts, 0);
  const draws = Math.min(tickets, /^\d{1,6}$/.test(typed) ? Number(typed) : tickets);
  const { mean, worst } = wheelCost(counts, draws);
  const facts = [
    ['全部抽完', `¥${showYuan(all)}`],
    ['平均每次', `¥${showYuan(perDraw)}`],
    [`抽${showCount(draws)}次平均`, `¥${showYuan(mean)}`],
    [`抽${showCount(draws)}次最多`, `¥${showYuan(worst)}`],
  ] as const;
  return (
    <section className="panel" aria-label="成本测算">
      <h2 className="panel-title">成本测算</h2>
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3 px-3 md:px-4 py-3">
        <FieldShell label="预计抽奖次数">
          {(box) => (
            <TypedBox
              {...box}
              className="input px-2"
              inputMode="numeric"
              maxLength={6}
              placeholder={String(tickets)}
              value={typed}
              onType={setTyped}
            />
          )}
        </FieldShell>
        <dl className="flex flex-wrap gap-x-8 gap-y-2 m-0">
          {facts.map(([label, text]) => (
            <div key={label}>
              <dt className="text-small text-ink-2">{label}</dt>
              <dd className="m-0 font-600 num">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
