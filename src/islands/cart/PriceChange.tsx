import { showYuan } from '#lib/rules/money/money.ts';
/** How far a piece costs less or more than when it was added. */
export function PriceChange({ change }: { change: string }) {
  const isLess = change.startsWith('-');
  return (
    <span className={`flex items-center gap-0.5 text-note num ${isLess ? 'text-primary' : 'text-promo-ink'}`}>
      <span className={isLess ? 'i-lucide-trending-down' : 'i-lucide-trending-up'} aria-hidden="true" />
      比加入时{isLess ? '降' : '涨'}¥{showYuan(change.replace('-', ''))}
    </span>
  );
}
