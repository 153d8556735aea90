import { showYuan } from '#lib/rules/money/money.ts';
import type { View } from './views.ts';

interface Props {
  /** Yuan with two decimals; undefined while it is reckoned, null where there is none. */
  price: string | null | undefined;
  /** Of the whole purchase, yuan. */
  freight?: string | undefined;
  number: number;
  unit: string;
  view: View;
  /** Where there is no room for both on a phone, what was paid last time is told rather than that freight is in it. */
  hasLast?: boolean;
}

/** 到手单价 for the quantity shown. */
export function NetPrice({ price, freight, number, unit, view, hasLast = false }: Props) {
  const isWide = view === 'detail';
  const hasFreight = freight !== undefined && freight !== '0.00';
  const share = hasFreight ? `，含运费¥${freight}` : '';
  return (
    <span
      className="num whitespace-nowrap"
      title={
        price ? `只买这一种、买${number}${unit}时每${unit}的到手价：已减满减和已领的券${share}` : undefined
      }
    >
      到手 <b className="font-600 text-ink">{price ? `¥${showYuan(price)}` : '—'}</b>
      {isWide && price ? `/${unit}（买${number}${unit}${share}）` : ''}
      {!isWide && hasFreight && (
        <span
          className={`${view === 'row' ? 'md:(block text-right)' : ''} ${hasLast ? 'max-sm:hidden' : ''}`}
        >
          {' '}
          含运费
        </span>
      )}
    </span>
  );
}
