import { useStore } from '@nanostores/react';
import { $mall } from '#lib/client/stores/mall.ts';

/** What the company can do with a goods of the list. Empty before it is known, and for visitors; its place stays. */
export function CardState({ id }: { id: number }) {
  const mine = useStore($mall, { ssr: 'initial' })?.list.find((goods) => goods.id === id)?.mine;
  // A box of its own: an island without one is never seen, and stays asleep.
  if (!mine) return <span className="block">&nbsp;</span>;
  return mine.can_redeem === 1 ? (
    <span className="flex items-center gap-1 text-primary-ink font-500">
      <span className="i-lucide-circle-check text-body" aria-hidden="true" />
      可兑换
    </span>
  ) : (
    <span className="block truncate text-ink-2" title={mine.refusal}>
      {mine.refusal}
    </span>
  );
}

// Before hydration it looks the same for every goods (server/fast/pages/cached-islands.ts).
CardState.isStill = true;
CardState.hidesId = true;
