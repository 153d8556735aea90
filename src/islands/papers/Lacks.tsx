import type { MouseEvent } from 'react';
import type { Zizhi } from '#lib/contract/papers.ts';
import { focusPaper } from './focus-paper.ts';

/** What prevents the submission of the draft, each with a link into its card. Nothing where nothing is missing. */
export function Lacks({ zizhi }: { zizhi: Zizhi }) {
  if (zizhi.lacks.length === 0) return null;
  const cards = new Set(zizhi.list.map(({ kind }) => kind));
  const isCard = (at: string) => [...cards].some((kind) => kind === at);
  return (
    <section aria-label="还需要补充" className="px-3 py-2.5 rounded bg-promo-wash text-promo-ink text-small">
      <p className="font-600">提交审核前还需要补充 {zizhi.lacks.length} 项：</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 mt-1">
        {zizhi.lacks.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            {isCard(at) ? (
              <a
                className="underline inline-flex items-center h-chip"
                href={`#paper-${at}`}
                onClick={(event) => go(event, at)}
              >
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Focuses the field, which a fragment alone does not; the address keeps it for the way back. */
function go(event: MouseEvent<HTMLAnchorElement>, kind: string): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(history.state, '', `#paper-${kind}`);
  focusPaper(kind);
}
