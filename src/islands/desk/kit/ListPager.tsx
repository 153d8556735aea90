import { buttonClass } from '#islands/ui/Button.tsx';
import type { ListAnswer, Place } from '#lib/contract/desk/list.ts';

interface Props {
  answer: Pick<ListAnswer<unknown>, 'next' | 'before'>;
  hrefOf: (change: Partial<Place>) => string;
}

/** Ways to the neighbouring pages. A page begins behind a row: it is found again when rows come before it. */
export function ListPager({ answer: { next, before }, hrefOf }: Props) {
  if (next === null && before === null) return null;
  return (
    <nav aria-label="分页" className="flex justify-center gap-2 px-3 py-2">
      {before !== null && (
        <>
          <a className={buttonClass('text', 'small')} href={hrefOf({})}>
            第一页
          </a>
          <a className={buttonClass('plain', 'small')} rel="prev" href={hrefOf({ before })}>
            上一页
          </a>
        </>
      )}
      {next !== null && (
        <a className={buttonClass('plain', 'small')} rel="next" href={hrefOf({ after: next })}>
          下一页
        </a>
      )}
    </nav>
  );
}
