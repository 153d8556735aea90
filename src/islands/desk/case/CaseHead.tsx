import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { react } from '#lib/client/stores/shell/react.ts';
import type { ListPath } from '#lib/contract/desk/list.ts';
import { KeyHint } from './KeyButton.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { useKeys } from './use-keys.ts';
import { findNeighbours, type Neighbours } from './way.ts';

interface Props {
  /** The list that the case belongs to, and the address of each of its rows. */
  list: ListPath;
  id: string | number;
  hrefOf: (id: string) => string;
  /** The noun of the list's rows: 订单, 售后单. */
  what: string;
  title: ReactNode;
  /** State of the case. */
  tags?: ReactNode;
  /** The acts as `<KeyButton>`s, the main one first. */
  acts?: ReactNode;
  /** It has been dealt with: the way to the next one takes the focus. */
  isDone: boolean;
  /** N notes something here; else it is another key for the next one. */
  hasNote?: boolean;
  children?: ReactNode;
}

/** The head of every case page: what it is, what may be done, and the way through the list that one came from. */
export function CaseHead(props: Props) {
  const { list, id, hrefOf, what, title, tags, acts, isDone, hasNote = false, children } = props;
  const [way, setWay] = useState<Neighbours>({ href: list, previous: null, next: null });
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    let isGone = false;
    findNeighbours(list, id).then((found) => {
      if (!isGone) setWay(found);
    }, react);
    return () => {
      isGone = true;
    };
  }, [list, id]);
  useEffect(() => {
    if (isDone) link.current?.focus();
  }, [isDone, way]);

  const hrefOfNext = way.next === null ? null : hrefOf(way.next);
  const hrefOfLast = way.previous === null ? null : hrefOf(way.previous);
  const open = (href: string | null) => () => {
    if (href !== null) location.assign(href);
  };
  // Done with the last one, the list is what comes next.
  const goOn = open(hrefOfNext ?? (isDone ? way.href : null));
  useKeys({ j: goOn, k: open(hrefOfLast), ...(!hasNote && { n: goOn }), l: open(way.href) });

  return (
    <section className="panel">
      <div className="panel-title flex-wrap gap-y-2">
        <h1 className="num">{title}</h1>
        {tags}
        <span className="flex flex-wrap gap-2 ml-auto">{acts}</span>
      </div>
      <nav
        aria-label={`${what}之间`}
        className="no-print flex flex-wrap items-center gap-2 px-3 md:px-4 py-2 border-b border-b-solid border-line text-small"
      >
        {isDone && (
          <span role="status" className="font-600">
            已处理，
          </span>
        )}
        {(hrefOfNext !== null || isDone) && (
          <a
            ref={link}
            className={buttonClass(isDone ? 'primary' : 'plain', 'small')}
            aria-keyshortcuts={hasNote ? 'J' : 'J N'}
            href={hrefOfNext ?? way.href}
          >
            {hrefOfNext === null ? '回到列表' : '下一条'}
            <KeyHint>J</KeyHint>
          </a>
        )}
        {hrefOfLast !== null && (
          <a className={buttonClass('plain', 'small')} aria-keyshortcuts="K" href={hrefOfLast}>
            上一条
            <KeyHint>K</KeyHint>
          </a>
        )}
        <a className={buttonClass('text', 'small')} aria-keyshortcuts="L" href={way.href}>
          {what}列表
          <KeyHint>L</KeyHint>
        </a>
        <span className="ml-auto">
          <KeysHelp />
        </span>
      </nav>
      {children}
    </section>
  );
}
