interface Props {
  /** From 1. */
  page: number;
  /** Number of pages. */
  pages: number;
  hrefOf: (page: number) => string;
  label?: string;
}

const box =
  'grid place-items-center min-w-control h-control px-2 rounded border border-solid border-line bg-card num hover:(border-primary text-primary)';

/** Links to the pages of a list: first, last, and two on each side. Draws nothing for a single page. */
export function Pagination({ page, pages, hrefOf, label = '分页' }: Props) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap justify-center gap-2 my-6">
      <Step
        text="上一页"
        icon="i-lucide-chevron-left"
        href={page > 1 ? hrefOf(page - 1) : undefined}
        rel="prev"
      />
      {shownPages(page, pages).map((at, place) =>
        at === null ? (
          <span key={`gap-${place}`} className="grid place-items-center w-20px text-ink-3" aria-hidden="true">
            …
          </span>
        ) : at === page ? (
          <span
            key={at}
            aria-current="page"
            className="grid place-items-center min-w-control h-control px-2 rounded bg-primary text-white num font-600"
          >
            {at}
          </span>
        ) : (
          <a key={at} href={hrefOf(at)} aria-label={`第${at}页`} className={box}>
            {at}
          </a>
        ),
      )}
      <Step
        text="下一页"
        icon="i-lucide-chevron-right"
        href={page < pages ? hrefOf(page + 1) : undefined}
        rel="next"
      />
    </nav>
  );
}

/** Page numbers to show, null where some are left out. */
export function shownPages(page: number, pages: number): (number | null)[] {
  const shown = [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])]
    .filter((at) => at >= 1 && at <= pages)
    .sort((a, b) => a - b);
  return shown.flatMap((at, place) => (at - (shown[place - 1] ?? at) > 1 ? [null, at] : [at]));
}

function Step({
  text,
  icon,
  href,
  rel,
}: {
  text: string;
  icon: string;
  href: string | undefined;
  rel: string;
}) {
  const mark = <span className={`${icon} text-title`} aria-hidden="true" />;
  if (!href)
    return (
      <span className="grid place-items-center w-control h-control rounded border border-solid border-line text-line-strong">
        {mark}
      </span>
    );
  return (
    <a href={href} rel={rel} aria-label={text} className={box}>
      {mark}
    </a>
  );
}
