import type { Offer } from '#lib/contract/offers/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import type { View } from './views.ts';

interface Props {
  /** undefined while it is loading, null without one. */
  net: Offer['net'] | null;
  number: number;
  /** The box beside it shows another number: say this one. */
  isOther?: boolean;
  unit: string;
  view: View;
  isAlone?: boolean;
}

/** 到手单价 of a number of pieces: beside what is ticked in the cart, with the freight that they add. */
export function NetPrice({ net, number, isOther = false, unit, view, isAlone = false }: Props) {
  const isWide = view === 'detail';
  const claim = net?.claim;
  const freight = net ? freightOf(net) : null;
  const title = net
    ? `买${number}${unit}、和购物车里勾选的商品一起结算，每${unit}的到手价：已减满减和已领的券${freight ? `，${freight.text}` : ''}`
    : undefined;
  // A row of a table has room for one word: its heading says that freight is in the price.
  const apart = view === 'row' && freight?.isApart ? freight.short : '';
  const notes =
    net && view === 'card' ? [isOther && `买${number}${unit}`, freight?.short].filter(Boolean) : [];
  const own = (
    <>
      <span className={`num ${isWide ? '' : 'whitespace-nowrap'}`} title={title}>
        {/* In a table the column heading says it. */}
        <span className={view === 'row' ? 'md:sr-only' : undefined}>{isAlone ? '单买到手 ' : '到手 '}</span>
        <b className="font-600 text-ink">{net ? `¥${showYuan(net.price)}` : '—'}</b>
        {apart !== '' && <span>{apart}</span>}
        {isWide && net ? `/${unit}（买${number}${unit}${freight ? `，${freight.text}` : ''}）` : ''}
      </span>
      {notes.length > 0 && (
        <span className="num whitespace-nowrap" title={title}>
          {notes.join(' ')}
        </span>
      )}
    </>
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
          <a className="link underline ml-1" href={path('/lqzx')}>
            去领券
          </a>
        )}
      </span>
    </>
  );
}

/** The words about freight: included in the price, or paid by other lines; null without freight. */
function freightOf({ freight, others }: NonNullable<Offer['net']>) {
  if (freight !== '0.00') return { short: '含运费', text: `含运费¥${showYuan(freight)}`, isApart: false };
  if (others === undefined) return null;
  return { short: '运费另计', text: `运费另计：同商家其他商品已付¥${showYuan(others)}`, isApart: true };
}
