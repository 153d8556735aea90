import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Tick } from './Tick.tsx';
import type { Ticks } from './use-ticks.ts';

/**
 * Above the phone's bar of the shop, which a desk does not have (`--tab-bar`); the count is next to the actions, else
 * next to the box.
 */
const places = {
  top: { bar: 'top-0 border-b border-b-solid', count: '', actions: 'ml-auto' },
  bottom: {
    bar: 'bottom-[var(--tab-bar)] md:bottom-0 min-h-bar border-t border-t-solid rounded-b',
    count: 'ml-auto',
    actions: '',
  },
} as const;

interface Props<Id> {
  ticks: Ticks<Id>;
  /** The number, in the list's own counting word; it is announced when it changes. */
  count: ReactNode;
  /** Actions on the ticked ones. */
  children: ReactNode;
  place?: keyof typeof places;
  /** 全选 where it ticks more than one page. */
  allLabel?: string;
  /** A button that unticks all: where ticks may be on invisible pages. */
  isClearable?: boolean;
}

/**
 * The bar of a list with ticks: 全选, how many are ticked, and what is done to them. It stays in sight; on a phone a bar at
 * the bottom does so only while something is ticked, or it would cover rows for nothing.
 */
export function SelectionBar<Id>({
  ticks,
  count,
  children,
  place = 'bottom',
  allLabel = '全选本页',
  isClearable = false,
}: Props<Id>) {
  const look = places[place];
  return (
    <div
      className={`z-10 flex flex-wrap items-center gap-x-4 gap-y-1 px-3 md:px-4 py-2 bg-card border-line ${ticks.ids.length > 0 || place === 'top' ? 'sticky' : 'md:sticky'} ${look.bar}`}
    >
      <Tick
        label={allLabel}
        isLabelShown
        isOn={ticks.isAll}
        isPartial={ticks.isPartial}
        isDisabled={!ticks.canAny}
        onChange={(isOn) => ticks.setAll(isOn)}
      />
      {isClearable && ticks.ids.length > 0 && (
        <Button kind="text" size="small" onClick={ticks.clear}>
          清除选择
        </Button>
      )}
      <span className={`text-small text-ink-2 num ${look.count}`} aria-live="polite">
        {count}
      </span>
      <span className={`flex gap-2 ${look.actions}`}>{children}</span>
    </div>
  );
}
