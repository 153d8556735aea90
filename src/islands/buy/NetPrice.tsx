import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { View } from './views.ts';

interface Props {
  /** Yuan with two decimals; undefined while it is being calculated, null without one. */
  price: string | null | undefined;
  /** For the whole purchase, yuan. */
  freight?: string | undefined;
  /** The price after claiming that many coupons, where it is lower. */
  claim?: { price: string; coupons: number } | undefined;
  number: number;
  unit: string;
  view: View;
  /** Where there is no room for both, the last purchase price is shown instead of the freight. */
  hasLast?: boolean;
  isAlone?: boolean;
}

/** 到手单价 for the quantity shown. */
export function NetPrice({
  price,
  freight,
  claim,
  number,
  unit,
  view,
  hasLast = false,
  isAlone = false,
}: Props) {
  const isWide = view === 'detail';
  const hasFreight = freight !== undefined && freight !== '0.00';
  const share = hasFreight ? `，含运费¥${showYuan(freight)}` : '';
  const own = (
    <span
      className={`num ${isWide ? '' : 'whitespace-nowrap'}`}
      title={
        price ? `只买这一种、买${number}${unit}时每${unit}的到手价：已减满减和已领的券${share}` : undefined
      }
    >
      {/* In a table the column heading says it, the freight too. */}
      <span className={view === 'row' ? 'md:sr-only' : undefined}>{isAlone ? '单买到手 ' : '到手 '}</span>
      <b className="font-600 text-ink">{price ? `¥${showYuan(price)}` : '—'}</b>
      {isWide && price ? `/${unit}（买${number}${unit}${share}）` : ''}
      {view === 'card' && hasFreight && !(hasLast || claim) && <span> 含运费</span>}
    </span>
  );
  if (!claim) return own;
  const after = `领${claim.coupons}张券后`;
  return (
    <>
      {own}
      <span
        className="num whitespace-nowrap text-promo-ink"
        title={`在领券中心${after}，同样买${number}${unit}时每${unit}的到手价`}
      >
        {isWide ? after : '领券后'} <b className="font-600">¥{showYuan(claim.price)}</b>
        {isWide && (
          <a className="link ml-1" href={path('/lqzx')}>
            去领券
          </a>
        )}
      </span>
    </>
  );
}
