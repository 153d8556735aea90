import type { ReactNode } from 'react';
import { type TagKind, tagClasses } from './tag-kinds.ts';

interface Props {
  kind?: TagKind;
  /** A longer explanation on hover. */
  title?: string | undefined;
  children: ReactNode;
}

/** A small badge: promotions, prescription class, states. */
export function Tag({ kind = 'promo', title, children }: Props) {
  return (
    <span className={tagClasses[kind]} title={title}>
      {children}
    </span>
  );
}
