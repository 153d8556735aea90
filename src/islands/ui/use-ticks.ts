import { useRef, useState } from 'react';

/** The ticked rows of a list, for its rows, its 全选 and the actions on several. */
export interface Ticks<Id> {
  /** The ticked ones that are there and can be ticked, in the order of the list. */
  ids: readonly Id[];
  has: (id: Id) => boolean;
  can: (id: Id) => boolean;
  /** With Shift all rows between the last ticked one and this one get its state, in the order of `shown`. */
  set: (id: Id, isOn: boolean, withShift?: boolean, shown?: readonly Id[]) => void;
  /** Ticks or unticks several, e.g. all of a page; rows that cannot be ticked stay unchanged. */
  setAll: (isOn: boolean, of?: readonly Id[]) => void;
  clear: () => void;
  /** Something can be ticked. */
  canAny: boolean;
  isAll: boolean;
  isPartial: boolean;
}

/**
 * Ticks of a list. `tickable` are those that can be ticked now, in their order: what left the list or can no longer be
 * ticked does not count, and counts again when it comes back. `initial`: ticked from the beginning.
 */
export function useTicks<Id extends string | number>(
  tickable: readonly Id[],
  initial: readonly Id[] = [],
): Ticks<Id> {
  const [ticked, setTicked] = useState<ReadonlySet<Id>>(new Set(initial));
  const anchor = useRef<Id | null>(null);
  const allowed = new Set(tickable);
  const ids = tickable.filter((id) => ticked.has(id));

  function change(of: readonly Id[], isOn: boolean) {
    setTicked((now) => {
      const next = new Set(now);
      for (const id of of) {
        if (isOn && allowed.has(id)) next.add(id);
        else if (!isOn) next.delete(id);
      }
      return next;
    });
  }

  return {
    ids,
    has: (id) => allowed.has(id) && ticked.has(id),
    can: (id) => allowed.has(id),
    set(id, isOn, withShift = false, shown = tickable) {
      change(withShift ? between(shown, anchor.current, id) : [id], isOn);
      anchor.current = id;
    },
    setAll: (isOn, of = tickable) => change(of, isOn),
    clear() {
      anchor.current = null;
      setTicked(new Set());
    },
    canAny: tickable.length > 0,
    isAll: ids.length > 0 && ids.length === tickable.length,
    isPartial: ids.length > 0 && ids.length < tickable.length,
  };
}

/** From one to the other, inclusive; only the other where the first is not shown. */
function between<Id>(shown: readonly Id[], from: Id | null, to: Id): readonly Id[] {
  const start = from === null ? -1 : shown.indexOf(from);
  const end = shown.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return shown.slice(Math.min(start, end), Math.max(start, end) + 1);
}
