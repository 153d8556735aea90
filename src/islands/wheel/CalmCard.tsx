import type { Drawn } from '#lib/contract/wheel.ts';

/** For people who want no motion: a card whose other side is the prize. */
export function CalmCard({ drawn }: { drawn: Pick<Drawn, 'name' | 'kind'> | null }) {
  const isOpen = drawn !== null;
  return (
    <div
      aria-hidden="true"
      className={`hidden motion-reduce:grid place-items-center content-center gap-2 w-full max-w-280px mx-auto h-200px rounded-panel text-title font-600 ${
        isOpen ? 'bg-card border border-solid border-promo text-ink' : 'bg-promo-wash text-promo-ink'
      }`}
    >
      <span className={isOpen ? 'i-lucide-gift text-mark' : 'i-lucide-ticket text-mark'} />
      {isOpen ? drawn.name : '抽奖后翻开'}
    </div>
  );
}
