import type { ReactNode } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';

interface Props {
  /** The page's own address. */
  address: string;
  /** Boxes by the names of the call's input. */
  children: ReactNode;
}

/** The search of a list: a plain form, so that the address contains it. */
export function DeskSearch({ address, children }: Props) {
  return (
    <search>
      <form
        action={address}
        className="grid grid-cols-2 md:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3 items-end px-3 md:px-4 py-3"
      >
        {children}
        <div className="flex gap-2">
          <Button type="submit">查询</Button>
          <a className={buttonClass('text')} href={address}>
            清除
          </a>
        </div>
      </form>
    </search>
  );
}
