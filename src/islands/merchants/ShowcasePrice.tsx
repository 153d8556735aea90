import { useStore } from '@nanostores/react';
import { LoginLink } from '#islands/buy/LoginLink.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { $offers, $offersPhase } from '#lib/client/stores/goods/offers.ts';

/** The price of an item in a merchant's showcase, with the original one struck; or why there is none. */
export function ShowcasePrice({ id }: { id: number }) {
  const offer = useStore($offers, { keys: [String(id)], ssr: 'initial' })[id];
  const phase = useStore($offersPhase, { ssr: 'initial' });
  if (offer?.price !== undefined) {
    return (
      <span className="inline-flex items-baseline gap-1.5 h-small overflow-hidden">
        <Price yuan={offer.price} />
        {offer.base_price !== undefined && offer.base_price !== offer.price && (
          <Price yuan={offer.base_price} struck />
        )}
      </span>
    );
  }
  const text = offer ? offer.buy_state.text : phase === 'failed' ? '价格加载失败' : '';
  return (
    <span
      className="block h-small leading-28px text-small text-promo-ink truncate"
      title={offer?.buy_state.reason}
    >
      {phase === 'visitor' ? <LoginLink className="when-visitor hover:underline" text="登录后可见" /> : text}
    </span>
  );
}
