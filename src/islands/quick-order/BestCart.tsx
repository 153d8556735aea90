import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Failed, Loading } from '#islands/ui/Faces.tsx';
import { loadCart } from '#lib/client/stores/cart/cart.ts';
import { moveLines, saveShelfLife, turnRound } from '#lib/client/stores/quick-order/quick-order.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { BestCart as Plan } from '#lib/contract/quick-order/calls.ts';
import { BestPlan, savedWords } from './BestPlan.tsx';
import { mostLines, usePlan } from './use-best-cart.ts';

type Move = Plan['moves'][number];

interface Props {
  /** The lines of the cart that count. */
  ids: readonly number[];
  isDisabled?: boolean;
}

/** Leads to the cheapest offers for what is ticked: first the plan with its saving, then the change, then the way back. */
export function BestCart({ ids, isDisabled = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const state = usePlan(ids);
  const { plan, failure, priced, moves, load } = state;
  const [isBusy, setBusy] = useState(false);
  /** The last change, for undo. */
  const [done, setDone] = useState<readonly Move[] | null>(null);

  async function change(days: number) {
    try {
      await saveShelfLife(days);
    } catch (error) {
      return react(error);
    }
    await load();
  }

  async function apply() {
    if (priced === null) return;
    setBusy(true);
    try {
      await moveLines(moves);
      // The news of the change load the cart too, and cancel this read when they come later.
      await loadCart().catch(() => undefined);
      setOpen(false);
      setDone(moves);
      showToast('success', `${moves.length}种商品已换商家，${savedWords(priced.saving_amount)}，可随时撤销`);
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
      await moveLines(turnRound(done));
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
        isTall
        open={isOpen}
        onClose={() => setOpen(false)}
        footer={
          failure === null && (
            <>
              <Button kind="plain" onClick={() => setOpen(false)}>
                {plan?.moves.length === 0 ? '知道了' : '保持现状'}
              </Button>
              {plan?.moves.length !== 0 && (
                <Button
                  busy={isBusy}
                  disabled={moves.length === 0 || priced === null}
                  onClick={() => void apply()}
                >
                  换成这些商家（{moves.length}）
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
          <BestPlan
            state={state}
            plan={plan}
            isCut={ids.length > mostLines}
            onDays={(days) => void change(days)}
          />
        )}
      </Dialog>
    </>
  );
}
