import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { LoginLink } from '#islands/buy/LoginLink.tsx';
import { reactToRefusal } from '#islands/buy/use-add.ts';
import { WayOnButton } from '#islands/buy/WayOnButton.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Price } from '#islands/ui/Price.tsx';
import { Stepper } from '#islands/ui/Stepper.tsx';
import { $combinations, addCombination } from '#lib/client/stores/activities/activities.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CombinationWire } from '#lib/contract/activities.ts';
import { path } from '#lib/contract/routes.ts';
import { loginState } from '#lib/rules/goods/login-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { atCapMessage } from '#lib/rules/terms/quantity.ts';

interface Props {
  id: number;
}

/** Price, number of sets and button of a combination, or their replacement. */
export function CombinationRow({ id }: Props) {
  const set = useStore($combinations, { keys: [String(id)], ssr: 'initial' })[id];
  if (!set)
    return (
      <div className="grid gap-3 min-h-124px content-between when-visitor">
        <p className="text-head font-600 text-promo-ink">{loginState.text}</p>
        <p>
          <LoginLink className="btn-ghost" />
        </p>
      </div>
    );
  return (
    <div className="grid gap-2 min-h-124px content-between">
      <SetPrice set={set} />
      {set.is_buy === 1 ? <AddSet set={set} /> : <NotNow set={set} />}
    </div>
  );
}

function SetPrice({ set }: { set: CombinationWire }) {
  if (set.price === undefined)
    return <p className="text-head font-600 text-promo-ink">{set.buy_state.text}</p>;
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-2">
        <Price yuan={set.price} size="big" />
        <span className="text-small text-ink-2">/套</span>
        {set.base_price !== undefined && <Price yuan={set.base_price} struck />}
      </p>
      <p className="text-small text-promo-ink num">
        {set.saving !== undefined && set.saving !== '0.00' && `每套比单买省¥${showYuan(set.saving)}`}
      </p>
      <p className="text-note text-ink-2 num">
        还有{set.number}套{set.xg_number > 0 && ` · 每家限购${set.xg_number}套`}
      </p>
    </div>
  );
}

function AddSet({ set }: { set: CombinationWire }) {
  const [value, setValue] = useState(1);
  const [isAdding, setAdding] = useState(false);

  function change(asked: number) {
    if (asked > set.number) showToast('warning', atCapMessage);
    setValue(Math.max(1, Math.min(asked, set.number)));
  }

  async function add() {
    setAdding(true);
    try {
      await addCombination(set.id, value);
      showToast('success', '已加入购物车', { link: { text: '去购物车', href: path('/cart') } });
    } catch (error) {
      reactToRefusal(error);
    } finally {
      setAdding(false);
    }
  }

  return (
    <div className="grid grid-cols-[104px_auto] gap-2 justify-start items-center">
      <Stepper
        value={value}
        min={1}
        max={set.number}
        step={1}
        label={`${set.name}套数`}
        onChange={change}
        onEnter={() => void add()}
      />
      <Button busy={isAdding} onClick={() => void add()}>
        整套加入购物车
      </Button>
    </div>
  );
}

/** A part that cannot be bought, or a set that is sold out: why, and the way on from that part. */
function NotNow({ set }: { set: CombinationWire }) {
  const { code, text } = set.buy_state;
  const part = set.parts.find(({ goods }) => goods.buy_state?.code === code) ?? set.parts[0];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {set.price !== undefined && <span className="text-small text-promo-ink">{text}</span>}
      <WayOnButton state={set.buy_state} goodsId={part?.goods.id ?? 0} className="btn-ghost" />
    </div>
  );
}
