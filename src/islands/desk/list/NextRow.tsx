import { useEffect, useRef, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { findNextRow } from './next-row.ts';

interface Props {
  /** Address of the list. */
  list: string;
  id: string | number;
  hrefOf: (id: string) => string;
  /** This one is done: the way to the next takes the focus. */
  isDone: boolean;
  /** 订单, 售后单. */
  what: string;
}

/** Leads to the next row of the list that one came from, or back to the list below its last one. */
export function NextRow({ list, id, hrefOf, isDone, what }: Props) {
  const link = useRef<HTMLAnchorElement>(null);
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => setNext(findNextRow(list, id)), [list, id]);
  useEffect(() => {
    if (isDone) link.current?.focus();
  }, [isDone]);
  if (next === null && !isDone) return null;
  return (
    <a
      ref={link}
      className={buttonClass(isDone ? 'primary' : 'plain', 'small')}
      href={next === null ? list : hrefOf(next)}
    >
      {next === null ? `返回${what}列表` : `下一个${what}`}
    </a>
  );
}
