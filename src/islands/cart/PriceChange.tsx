import { showYuan } from '#lib/rules/money/money.ts';
/** How much less or more a piece costs than when it was added; a narrow column of the cart shows only 降 and 涨. */
export function PriceChange({ change }: { change: string }) {
  const isLess = change.startsWith('-');
  return (
    <span
      className={`flex items-center gap-0.5 text-note num whitespace-nowrap ${isLess ? 'text-primary' : 'text-promo-ink'}`}
    >
      <span className={isLess ? 'i-lucide-trending-down' : 'i-lucide-trending-up'} aria-hidden="true" />
      <span className="lg:max-xl:sr-only">比加入时</span>
      {isLess ? '降' : '涨'}¥{showYuan(change.replace('-', ''))}
    </span>
  );
}
