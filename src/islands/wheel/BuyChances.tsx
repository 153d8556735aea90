import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { useKeptFocus } from '#islands/ui/use-kept-focus.ts';
import { CancelledError } from '#lib/client/api.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { buyChance } from '#lib/client/stores/wheel.ts';
import type { WheelOutput } from '#lib/contract/wheel.ts';
import { showCount } from '#lib/rules/money/money.ts';

interface Props {
  wheelId: number;
  mine: NonNullable<WheelOutput['mine']>;
  isBusy: boolean;
  onBought: (wheel: WheelOutput) => void;
  /** The state may be another one by now. */
  onRefused: () => void;
}

/** Chances for points of the company, one at a time. */
export function BuyChances({ wheelId, mine, isBusy, onBought, onRefused }: Props) {
  const [isSending, setSending] = useState(false);
  const place = useKeptFocus<HTMLDivElement>(isSending);
  const { points, chance_points: price, points_left: left } = mine;
  const why =
    left === 0 ? '今天已兑满，明天再来' : points < price ? `还差${showCount(price - points)}积分` : '';

  async function buy() {
    const isSure = await ask({
      title: '兑换抽奖机会',
      text: `用${showCount(price)}积分兑换1次抽奖机会？积分归企业所有，兑换后不退。`,
      confirm: '兑换',
      cancel: '再想想',
    });
    if (!isSure) return;
    setSending(true);
    try {
      onBought(await buyChance({ id: wheelId, companyId: mine.company_id }));
      showToast('success', '已兑换1次抽奖机会');
    } catch (error) {
      if (!(error instanceof CancelledError)) react(error);
      onRefused();
    }
    setSending(false);
  }

  return (
    <div ref={place} tabIndex={-1} className="flex flex-wrap items-center gap-3 text-small outline-none">
      <Button
        kind="plain"
        size="small"
        busy={isSending}
        disabled={why !== '' || isBusy}
        onClick={() => void buy()}
      >
        {showCount(price)}积分换1次
      </Button>
      <span className="text-ink-2 num">
        企业可用{showCount(points)}积分{why === '' ? `，今天还可换${left}次` : `，${why}`}
      </span>
    </div>
  );
}
