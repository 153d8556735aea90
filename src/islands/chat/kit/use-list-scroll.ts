import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface Options {
  /** The first and the last number of the list; 0 for an empty one. */
  first: number;
  /** Changes when something is added at the end. */
  end: string;
  /** Called near the upper edge. */
  onTop: () => void;
  /** Called at the lower edge. */
  onEnd: () => void;
}

/** Pixels from an edge that count as there. */
const nearTop = 160;
const nearEnd = 48;

export interface ListScroll {
  box: RefObject<HTMLElement | null>;
  onScroll: () => void;
  isAtEnd: () => boolean;
  toEnd: () => void;
}

/**
 * The scrolling of a list that grows at both ends: older rows above move nothing that is seen, and a reader at the end stays
 * there, also while a phone's keyboard opens. The box has one child, its content.
 */
export function useListScroll({ first, end, onTop, onEnd }: Options): ListScroll {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  const known = useRef({ first: 0, height: 0 });
  const calls = useRef({ onTop, onEnd });
  calls.current = { onTop, onEnd };

  function toEnd() {
    const list = box.current;
    if (list === null) return;
    atEnd.current = true;
    list.scrollTop = list.scrollHeight;
  }

  function onScroll() {
    const list = box.current;
    if (list === null) return;
    atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < nearEnd;
    known.current.height = list.scrollHeight;
    if (list.scrollTop < nearTop) calls.current.onTop();
    if (atEnd.current) calls.current.onEnd();
  }

  useLayoutEffect(() => {
    const list = box.current;
    if (list === null) return;
    const { first: before, height } = known.current;
    if (before > first && first > 0) list.scrollTop += list.scrollHeight - height;
    else if (atEnd.current) list.scrollTop = list.scrollHeight;
    known.current = { first, height: list.scrollHeight };
  }, [first, end]);

  useEffect(() => {
    const list = box.current;
    if (list === null || typeof ResizeObserver === 'undefined') return;
    const sizes = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight;
    });
    sizes.observe(list);
    for (const content of list.children) sizes.observe(content);
    return () => sizes.disconnect();
  }, []);

  return { box, onScroll, isAtEnd: () => atEnd.current, toEnd };
}
