import { useStore } from '@nanostores/react';
import { useLayoutEffect } from 'react';
import { Check } from '#islands/ui/Check.tsx';
import { $giftChoices, chooseGift, recallGifts } from '#lib/client/stores/checkout/gift-choices.ts';
import type { QuotedGift } from '#lib/rules/terms/quote-shape.ts';

/** A gift that comes with the items; the buyer chooses between several. */
export function GiftNote({ gift }: { gift: QuotedGift }) {
  const key = String(gift.activityId);
  const wanted = useStore($giftChoices, { keys: [key], ssr: 'initial' })[key];
  // Before an early choice is reported, which is stored next to it.
  useLayoutEffect(() => void recallGifts(), []);
  const chosen = gift.choices.find(({ goodsId }) => goodsId === wanted)?.goodsId ?? gift.goodsId;
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3 md:px-4 py-2 lg:(min-h-small py-0) bg-primary-wash text-small text-primary-ink">
      <span className="tag bg-primary text-white">赠</span>
      {gift.choices.length > 1 ? (
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1" aria-label="选择赠品">
          {gift.choices.map(({ goodsId, name, unit, quantity }) => (
            <label key={goodsId} className="flex items-center gap-1.5 min-h-small cursor-pointer">
              <Check
                type="radio"
                name={`gift-${gift.activityId}`}
                checked={goodsId === chosen}
                onPick={() => chooseGift(gift.activityId, goodsId)}
              />
              {name} {quantity}
              {unit}
            </label>
          ))}
          <span className="text-ink-2">任选其一，随货发出</span>
        </fieldset>
      ) : (
        <span>
          {gift.name}{' '}
          <span className="num">
            {gift.quantity}
            {gift.unit}
          </span>
          ，随货发出
        </span>
      )}
    </div>
  );
}
