import { useStore } from '@nanostores/react';
import { useLayoutEffect } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { Meter } from '#islands/ui/Meter.tsx';
import { Tick } from '#islands/ui/Tick.tsx';
import { selectLines } from '#lib/client/stores/cart/cart.ts';
import type { CartView } from '#lib/client/stores/cart/cart-view.ts';
import { $giftChoices, chooseGift, recallGifts } from '#lib/client/stores/checkout/gift-choices.ts';
import type { CartLineWire, CartState } from '#lib/contract/cart/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { gapWords } from '#lib/rules/promotions/freight.ts';
import type { QuotedFreight, QuotedGift, QuotedGroup } from '#lib/rules/terms/quote-shape.ts';
import { ActivityNote } from './ActivityNote.tsx';
import { AddOnItems } from './AddOnItems.tsx';
import { CartLine } from './CartLine.tsx';
import { HintButton } from './HintButton.tsx';

/** One merchant's lines on the page; id 0 = deleted items. */
export interface ShownGroup {
  id: number;
  name: string;
  logo: string | null;
  /** Null where no total may be shown. */
  quoted: QuotedGroup | null;
  lines: CartLineWire[];
}

interface Props {
  group: ShownGroup;
  state: CartState;
  view: CartView;
  /** The lines are elsewhere, in another order. */
  hidesLines?: boolean;
}

/** A merchant with its freight gap, activities and lines; a wide screen shows it all in one line above them. */
export function MerchantGroup({ group, state, view, hidesLines = false }: Props) {
  const { quoted, lines } = group;
  const isOpen = state.offers !== null;
  const buyable = lines.filter((line) => (isOpen ? view.quoted.get(line.id)?.refusal === null : false));
  const ticked = buyable.filter((line) => line.is_wanted === 1);
  const contract = state.contracts.find(({ merchant_id: id }) => id === group.id);
  const gifts = view.quote.gifts.filter((gift) => gift.merchantId === group.id);
  return (
    <section className="panel" aria-label={group.name}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:gap-y-0 min-h-tool px-3 md:px-4 pt-1 lg:pt-0">
        <Tick
          label={`选中${group.name}的全部商品`}
          isOn={buyable.length > 0 && ticked.length === buyable.length}
          isPartial={ticked.length > 0}
          isDisabled={buyable.length === 0 || state.may_order === 0}
          onChange={(isOn) =>
            void selectLines(
              buyable.map((line) => line.id),
              isOn,
            )
          }
        />
        {group.logo && <img src={group.logo} alt="" width="20" height="20" className="rounded-tag" />}
        <h2 className="text-body font-600">{group.name}</h2>
        {isOpen &&
          quoted?.activities.map((activity) => (
            <ActivityNote key={activity.id} activity={activity} isInHead />
          ))}
        {isOpen && quoted && ticked.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-note text-ink-2 max-lg:pb-1 md:ml-auto">
            {quoted.minimumGap > 0 && (
              <span className="flex items-center gap-1 text-price">
                <span className="i-lucide-circle-alert" aria-hidden="true" />
                起订还差 <b className="num">¥{showYuan(quoted.minimumGap)}</b>
                <HintButton input={{ merchant_id: group.id }} label={`${group.name}起订`} />
                <Button
                  kind="text"
                  size="small"
                  disabled={state.may_order === 0}
                  aria-label={`暂不结算${group.name}`}
                  onClick={() =>
                    void selectLines(
                      ticked.map((line) => line.id),
                      false,
                    )
                  }
                >
                  <span>
                    暂不结算<span className="lg:max-xl:hidden">该商家</span>
                  </span>
                </Button>
              </span>
            )}
            <Freight group={group} freight={quoted.freight} />
          </div>
        )}
      </header>
      {contract && (
        <p className="flex items-center gap-x-3 px-3 md:px-4 pb-1 text-small text-promo-ink">
          <span className="i-lucide-file-signature shrink-0 text-title" aria-hidden="true" />
          <span className="min-w-0">{contract.text}</span>
          <a className="link shrink-0 inline-flex items-center max-lg:min-h-touch" href={contract.link}>
            {contract.act}
          </a>
        </p>
      )}
      {isOpen &&
        quoted?.activities.map(
          (activity) =>
            activity.kind === 'add_on' &&
            activity.isReached && <AddOnItems key={activity.id} activityId={activity.id} state={state} />,
        )}
      {!hidesLines && (
        <ul>
          {lines.map((line) => (
            <CartLine
              key={line.id}
              line={line}
              terms={view.terms.get(line.goods_id ?? 0)}
              quoted={isOpen ? view.quoted.get(line.id) : undefined}
              net={isOpen ? view.net.get(line.id) : undefined}
              mayOrder={state.may_order === 1}
            />
          ))}
        </ul>
      )}
      {gifts.map((gift) => (
        <GiftNote key={gift.activityId} gift={gift} />
      ))}
    </section>
  );
}

interface FreightProps {
  group: ShownGroup;
  freight: QuotedFreight;
}

function Freight({ group, freight }: FreightProps) {
  if (freight.text === null) return null;
  const { freeGap } = freight;
  const words = gapWords(freight);
  return (
    <span className="flex items-center gap-2 num">
      <span className="i-lucide-truck text-body text-primary" aria-hidden="true" />
      {freeGap === null ? (
        freight.text
      ) : (
        <>
          <span className="whitespace-nowrap">运费¥{showYuan(freight.amount)}</span>
          {/* There is no room for it next to the gap to the minimum. */}
          <span
            className={`max-sm:hidden lg:max-xl:hidden ${group.quoted?.minimumGap === 0 ? '' : 'lg:hidden'}`}
          >
            <Meter value={freight.counted} of={freight.counted + freeGap} label={`离${words.effect}`} />
          </span>
          <span>
            再买 <b className="text-promo-ink">¥{showYuan(freeGap)}</b> {words.goods}
            {words.effect}
          </span>
          {/* The hint of a merchant is about its minimum first. */}
          {group.quoted?.minimumGap === 0 && (
            <HintButton input={{ merchant_id: group.id }} label={`${group.name}包邮`} />
          )}
        </>
      )}
    </span>
  );
}

/** A gift that comes with the items; the buyer chooses between several. */
function GiftNote({ gift }: { gift: QuotedGift }) {
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
