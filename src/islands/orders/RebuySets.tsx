import { Tick } from '#islands/ui/Tick.tsx';
import type { RebuySet } from '#lib/contract/orders/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { Rebuy } from './use-rebuy.ts';

/** Combinations that are sold still, bought again as they were. */
export function RebuySets({ sets, rebuy }: { sets: readonly RebuySet[]; rebuy: Rebuy }) {
  return sets.map(({ activity_id, name, number, price_now, parts }) => (
    <li
      key={`set-${activity_id}`}
      aria-label={name}
      className="grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 items-center px-3 py-2.5 border-t border-t-solid border-line first:border-t-0"
    >
      <Tick
        label={`选中${name}`}
        isOn={rebuy.chosenSets.has(activity_id)}
        isDisabled={false}
        onChange={(isOn) => rebuy.chooseSet(activity_id, isOn)}
      />
      <div className="min-w-0">
        <p className="font-600">{name}</p>
        <p className="text-note text-ink-2">组合购：{parts.join('＋')}</p>
      </div>
      <p className="text-note num">
        现在 <b className="text-body text-price">¥{showYuan(price_now ?? '')}</b> × {number}套
      </p>
    </li>
  ));
}
