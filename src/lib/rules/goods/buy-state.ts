/** Who may see and buy what (rules 1). */
import { type BuyerFacts, rows, type Words } from './buy-state-rows.ts';
import type {
  BuyState,
  BuyStateBuyer,
  BuyStateCode,
  BuyStateContext,
  BuyStateGoods,
} from './buy-state-shape.ts';
import { loginState } from './login-state.ts';

/**
 * The rule of rules 1: who may see and buy an item. `buyer` null = not logged in. The first matching row wins; only
 * `ok` can be added to a cart. A used-up promo limit is still `ok`, at the original price.
 */
export function buyState(
  goods: BuyStateGoods,
  buyer: BuyStateBuyer | null,
  context: BuyStateContext,
): BuyState {
  if (!buyer) return loginState;
  const facts: BuyerFacts = { goods, buyer, context };
  for (const [code, row] of rows)
    if (row.when(facts))
      return {
        code,
        text: say(row.text, facts),
        action: say(row.action, facts),
        reason: say(row.reason, facts),
        showsPrice: row.showsPrice,
      };
  const action = goods.hasGroupBuy ? '去拼团' : goods.variantCount > 1 ? '选择规格' : '加入购物车';
  return { code: 'ok', text: '', action, reason: '', showsPrice: true };
}

/** All codes, top-down. */
export const buyStateCodes: readonly BuyStateCode[] = ['login', ...rows.map(([code]) => code), 'ok'];

/** The wire's is_buy. */
export function isBuyable(state: Pick<BuyState, 'code'>): boolean {
  return state.code === 'ok';
}

/**
 * States that exclude an item for a buyer both as a purchase and as a gift; stock and limits of a gift are its
 * activity's.
 */
const keepsFrom: ReadonlySet<BuyStateCode> = new Set([
  'out_of_scope',
  'buyer_type',
  'out_of_area',
  'controlled',
  'off_shelf',
  'paper_expired',
] satisfies BuyStateCode[]);

/** Whether goods may not reach this buyer, not even as a gift. A buyer who cannot buy anything yet sees what there would be. */
export function isHiddenFrom(state: Pick<BuyState, 'code'>): boolean {
  return keepsFrom.has(state.code);
}

function say(words: Words, facts: BuyerFacts): string {
  return typeof words === 'string' ? words : words(facts);
}
