import { useRef, useState } from 'react';
import { askBestCart, priceMoves } from '#lib/client/stores/quick-order/quick-order.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { BestCart } from '#lib/contract/quick-order/calls.ts';

/** Lines that one plan takes. */
export const mostLines = 100;

type Move = BestCart['moves'][number];

export interface PlanState {
  /** The found plan; null while it is being looked for. */
  plan: BestCart | null;
  failure: string | null;
  /** Ids of the lines whose move is ticked. */
  ticked: ReadonlySet<number>;
  /** The ticked moves alone, by the server's rule; null while they are being priced. */
  priced: BestCart | null;
  /** Merchants whose lines stay. */
  kept: readonly { id: number; name: string }[];
  /** The ticked moves. */
  moves: readonly Move[];
  load: () => Promise<void>;
  tick: (id: number) => void;
  keep: (merchant: { id: number; name: string }, isKept: boolean) => void;
}

/** A plan of 最优采购: found for lines of the cart, then narrowed by ticks and by merchants that stay. */
export function usePlan(lineIds: readonly number[]): PlanState {
  const [plan, setPlan] = useState<BestCart | null>(null);
  const [priced, setPriced] = useState<BestCart | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  const [kept, setKept] = useState<PlanState['kept']>([]);
  /** The last request: what is answered to an earlier one is not shown any more. */
  const last = useRef(0);
  const ids = lineIds.slice(0, mostLines);
  const movesOf = (of: BestCart | null, some: ReadonlySet<number>) =>
    (of?.moves ?? []).filter(({ id }) => some.has(id));

  async function attempt(ask: () => Promise<BestCart>, take: (found: BestCart) => void) {
    last.current += 1;
    const own = last.current;
    setFailure(null);
    try {
      const found = await ask();
      if (own === last.current) take(found);
    } catch (error) {
      if (own === last.current)
        setFailure(error instanceof AppError ? error.message : '网络不通，请稍后再试');
    }
  }

  function find(merchants: PlanState['kept']): Promise<void> {
    setPlan(null);
    const merchantIds = merchants.map(({ id }) => id);
    return attempt(
      () => askBestCart(ids, merchantIds),
      (found) => {
        setPlan(found);
        setPriced(found);
        setTicked(new Set(found.moves.map(({ id }) => id)));
      },
    );
  }

  return {
    plan,
    failure,
    ticked,
    priced,
    kept,
    moves: movesOf(plan, ticked),
    load: () => find(kept),
    tick: (id) => {
      const next = new Set(ticked);
      if (!next.delete(id)) next.add(id);
      setTicked(next);
      // Without a ticked row the cart stays as it is: there is nothing to ask for.
      if (plan !== null && movesOf(plan, next).length === 0) {
        setPriced({
          ...plan,
          moves: [],
          saving_amount: '0.00',
          best_amount: plan.pay_amount,
          best_shipping_amount: plan.shipping_amount,
        });
        return;
      }
      setPriced(null);
      void attempt(() => priceMoves(ids, movesOf(plan, next)), setPriced);
    },
    keep: (merchant, isKept) => {
      const next = [...kept.filter(({ id }) => id !== merchant.id), ...(isKept ? [merchant] : [])];
      setKept(next);
      void find(next);
    },
  };
}
