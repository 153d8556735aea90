import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { loadCart } from '#lib/client/stores/cart/cart.ts';
import {
  askBestCart,
  moveLines,
  saveShelfLife,
  turnRound,
} from '#lib/client/stores/quick-order/quick-order.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { BestCart as Plan } from '#lib/contract/quick-order/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { BestPlan } from './BestPlan.tsx';

interface Props {
  /** The lines of the cart that count. */
  ids: readonly number[];
  isDisabled?: boolean;
}

/** Lines that one plan takes. */
const mostLines = 100;

/** Leads to the cheapest offers for what is ticked: first the plan with its saving, then the change, then the way back. */
export function BestCart({ ids, isDisabled = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The last change, for undo. */
  const [done, setDone] = useState<Plan | null>(null);

  async function load() {
    setPlan(null);
    setFailure(null);
    try {
      setPlan(await askBestCart(ids.slice(0, mostLines)));
    } catch (error) {
      setFailure(error instanceof AppError ? error.message : '网络不通，请稍后再试');
    }
  }

  async function change(days: number) {
    try {
      await saveShelfLife(days);
    } catch (error) {
      return react(error);
    }
    await load();
  }

  async function apply() {
    if (plan === null) return;
    setBusy(true);
    try {
      await moveLines(plan.moves);
      // The news of the change load the cart too, and cancel this read when they come later.
      await loadCart().catch(() => undefined);
      setOpen(false);
      setDone(plan);
      showToast(
        'success',
        `${plan.moves.length}种商品已换商家，省¥${showYuan(plan.saving_amount)}，可随时撤销`,
      );
    } catch (error) {
      react(error);
    } finally {
      setBusy(false);
    }
  }

  async function undo() {
    if (done === null) return;
    setBusy(true);
    try {
      await moveLines(turnRound(done.moves));
      await loadCart().catch(() => undefined);
      setDone(null);
      showToast('success', '已撤销，购物车恢复原来的商家');
    } catch (error) {
      react(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {done !== null && (
        <Button kind="text" busy={isBusy} onClick={() => void undo()}>
          撤销更换
        </Button>
      )}
      <Button
        kind="text"
        disabled={isDisabled || ids.length === 0}
        onClick={() => {
          setOpen(true);
          void load();
        }}
      >
        最优采购
      </Button>
      <Dialog
        title="最优采购"
        width="wide"
        open={isOpen}
        onClose={() => setOpen(false)}
        footer={
          plan !== null && (
            <>
              <Button kind="plain" onClick={() => setOpen(false)}>
                {plan.moves.length > 0 ? '保持现状' : '知道了'}
              </Button>
              {plan.moves.length > 0 && (
                <Button busy={isBusy} onClick={() => void apply()}>
                  换成这些商家
                </Button>
              )}
            </>
          )
        }
      >
        {failure !== null ? (
          <Failed text={failure} onRetry={() => void load()} />
        ) : plan === null ? (
          <Loading text="正在比较各商家的价格、运费和满减…" rows={4} />
        ) : (
          <BestPlan plan={plan} isCut={ids.length > mostLines} onDays={(days) => void change(days)} />
        )}
      </Dialog>
    </>
  );
}
