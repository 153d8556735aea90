import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { Tag } from '#islands/ui/Tag.tsx';
import { $offers } from '#lib/client/stores/goods/offers.ts';
import type { GoodsDetail } from '#lib/contract/goods/calls.ts';
import { labelNames } from '#lib/contract/offers/tags.ts';
import { path } from '#lib/contract/routes.ts';
import { tagNames } from './words.ts';

const ActivityDialog = lazy(() =>
  import('#islands/activities/ActivityDialog.tsx').then((module) => ({ default: module.ActivityDialog })),
);

interface Props {
  id: number;
  /** As the public reads them: without amounts. */
  promotions: GoodsDetail['promotions'];
}

/** The promotions of an item; each opens its activity. Their names come with the buyer's offer. */
export function Promotions({ id, promotions }: Props) {
  const offer = useStore($offers, { keys: [String(id)], ssr: 'initial' })[id];
  const [opened, setOpened] = useState<{ id: number; name: string } | null>(null);
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1.5" aria-label="促销">
      {promotions.map(({ activity_id, label, name }) => {
        const tag = tagNames[label] ?? label;
        const own = offer?.tags?.find((one) => one.name === tag)?.describe || name;
        const face = (
          <>
            <Tag>{label}</Tag> {own}
            <span className="i-lucide-chevron-right text-small align-[-2px]" aria-hidden="true" />
          </>
        );
        return (
          <li key={activity_id}>
            {tag === labelNames.group_buy ? (
              <a
                className="text-note text-ink-2 hover:text-primary"
                href={path('/list/info-pt/[id]', { id })}
              >
                {face}
              </a>
            ) : (
              <button
                type="button"
                className="p-0 border-0 bg-transparent text-note text-ink-2 hover:text-primary"
                aria-haspopup="dialog"
                onClick={() => setOpened({ id: activity_id, name: own })}
              >
                {face}
              </button>
            )}
          </li>
        );
      })}
      {opened && (
        <Suspense>
          <ActivityDialog {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </ul>
  );
}
