/** The whole cart in the browser: one state for the cart page, the drawer and everything else that shows it. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import type { CartChange, CartLineWire, CartState } from '#lib/contract/cart/calls.ts';
import { deleteErrorDelay, maxFormLines } from '#lib/contract/constants.ts';
import { path } from '#lib/contract/routes.ts';
import { limitQuestion } from '#lib/rules/promotions/limit-question.ts';
import { promoPieces } from '#lib/rules/promotions/pricing.ts';
import { packText, settleBox, withinPromo } from '#lib/rules/terms/quantity.ts';
import { call } from '../../api.ts';
import { ask, choose } from '../shell/dialogs.ts';
import { nextPack } from '../shell/next-pack.ts';
import { react } from '../shell/react.ts';
import { showToast } from '../shell/toasts.ts';
import { $cartNumbers, $cartTotal } from './cart-total.ts';
import { viewCart } from './cart-view.ts';

/** The whole cart; null before it is loaded. Changes are predicted in it until the server has decided. */
export const $cart = atom<CartState | null>(null);

/** Writes in progress; the totals are the server's when there are none. */
export const $cartPending = atom(0);

/** Spinners with a change that is not sent yet: the checkout is blocked meanwhile. */
export const $cartResting = atom(0);

/** Difference to the server's clock, so that a promo in the prediction ends when it ends there. */
let clockOffset = 0;

// Each change or load of the cart updates badge and numbers.
$cart.listen((state) => {
  if (state === null) return;
  $cartTotal.set(state.data.length);
  const numbers: Record<string, number> = {};
  // Items that have just left the cart count zero; others were never in it.
  for (const id of Object.keys($cartNumbers.get())) numbers[id] = 0;
  for (const { goods_id, number } of state.data)
    if (goods_id !== null) numbers[goods_id] = (numbers[goods_id] ?? 0) + number;
  $cartNumbers.set(numbers);
});

/** Takes a state from the server, e.g. with the page. */
export function setCart(state: CartState): void {
  clockOffset = state.timestamp - Date.now();
  $cart.set(state);
}

/** Takes the state of another tab; the clock is the same. */
export function takeShared(state: CartState): void {
  $cart.set(state);
}

/** Number of changes so far: a response requested before one of them does not include it. */
let changes = 0;
/** The cart is to be loaded when no change is in progress. */
let isMissed = false;

/**
 * Loads the cart again. A response overtaken by a change is dropped: the cart is requested again after the last one.
 */
export async function loadCart(): Promise<void> {
  const known = changes;
  const state = await call(api.cartList, {});
  if (known === changes) setCart(state);
  else if ($cartPending.get() === 0) await loadCart();
  else isMissed = true;
}

/**
 * Applies the spinner's number after its pause: adjusted by the rule, predicted at once, then decided by the server.
 * Beyond a promo's limit the buyer is asked first (rules 13).
 */
export async function changeNumber(id: number, asked: number): Promise<void> {
  const state = $cart.get();
  const line = state?.data.find((one) => one.id === id);
  const before = state && viewCart(state).quoted.get(id);
  if (!state || !line || !before || before.bounds.disabled) return;
  const unit = viewCart(state).terms.get(line.goods_id ?? 0)?.unit ?? '套';
  const settled = settleBox(asked, before.bounds);
  let { value } = settled;
  const after = viewCart(withNumber(state, id, value)).quoted.get(id);
  if (after?.overLimit && !before.overLimit && value > line.number) {
    const { variant } = after.overLimit;
    // Less what other lines of the same item use of the limit.
    const within = withinPromo(value, line.number, promoPieces(after.segments), before.bounds);
    const question = limitQuestion(
      after.overLimit,
      after.segments,
      within === line.number ? 0 : within,
      unit,
    );
    const answer = await choose({ title: '温馨提示', ...question, width: 'third' });
    if (answer === 'yes' && variant === 'other_activity' && line.goods) {
      location.assign(path('/list/info/[id]', { id: line.goods.id }));
      return;
    }
    if (answer !== 'yes') value = answer === 'other' ? within : line.number;
  }
  if (settled.isRounded && value === settled.value) {
    const more = nextPack(settled.next, unit, (next) => void changeNumber(id, next));
    showToast('info', packText(asked, value, before.bounds, unit), more);
  }
  const current = $cart.get();
  if (value === line.number || !current) return;
  $cart.set(withNumber(current, id, value));
  await write(() => call(api.editLine, { id, number: value }));
}

/** Ticks or unticks lines. */
export async function selectLines(ids: readonly number[], isSelected: boolean): Promise<void> {
  const state = $cart.get();
  if (!state || ids.length === 0) return;
  const wanted = new Set(ids);
  $cart.set({
    ...state,
    timestamp: serverNow(),
    data: state.data.map((line) => (wanted.has(line.id) ? { ...line, is_wanted: isSelected ? 1 : 0 } : line)),
  });
  for (const part of inForms(ids))
    await write(() => call(api.selectLines, { ids: part, is_selected: isSelected ? 1 : 0 }));
}

/** Removes lines after a confirmation; a failure is shown after the dialog has closed (rules 16). */
export async function deleteLines(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const text = ids.length === 1 ? '确定删除这件商品吗?' : `确定删除这${ids.length}种商品吗？`;
  if (!(await ask({ title: '删除商品', text, confirm: '确定', cancel: '取消' }))) return;
  const gone = new Set(ids);
  const lines = $cart.get()?.data.filter((line) => gone.has(line.id)) ?? [];
  try {
    begin();
    for (const part of inForms(ids)) await call(api.deleteLines, { ids: part });
    const state = $cart.get();
    if (state) {
      const data = state.data.filter((line) => !gone.has(line.id));
      $cart.set({ ...state, timestamp: serverNow(), data });
    }
    if (lines.length > 0)
      showToast('success', lines.length === 1 ? '已删除商品' : `已删除${lines.length}种商品`, {
        act: { text: '撤销', run: () => void putBack(lines) },
        key: lines.map(({ id }) => id).join(),
        duration: undoFor,
      });
  } catch (error) {
    setTimeout(() => react(error), deleteErrorDelay);
    await loadCart().catch(() => undefined);
  } finally {
    await end();
  }
}

/** How long a deletion can be taken back, ms. */
const undoFor = 10_000;

/** Deleted lines come back with their numbers; what is no longer sold is told like any other refusal. */
async function putBack(lines: readonly CartLineWire[]): Promise<void> {
  begin();
  try {
    const again = lines.flatMap(({ goods_id, activity_id, type, number }) =>
      goods_id === null && activity_id === null
        ? []
        : [
            {
              type,
              number,
              ...(goods_id !== null && { goods_id }),
              ...(activity_id !== null && { activity_id }),
            },
          ],
    );
    const { refused } = await call(api.addToCart, { lines: again });
    isMissed = true;
    const [first] = refused;
    if (first) showToast('warning', first.reason);
  } catch (error) {
    react(error);
  } finally {
    await end();
  }
}

/** A change begins. */
function begin(): void {
  changes += 1;
  $cartPending.set($cartPending.get() + 1);
}

/** A change has been answered. */
async function end(): Promise<void> {
  $cartPending.set($cartPending.get() - 1);
  if (!isMissed || $cartPending.get() > 0) return;
  isMissed = false;
  await loadCart().catch(() => undefined);
}

function withNumber(state: CartState, id: number, number: number): CartState {
  return {
    ...state,
    timestamp: serverNow(),
    data: state.data.map((line) => (line.id === id ? { ...line, number } : line)),
  };
}

function serverNow(): number {
  return Date.now() + clockOffset;
}

function inForms(ids: readonly number[]): number[][] {
  const forms: number[][] = [];
  for (let at = 0; at < ids.length; at += maxFormLines) forms.push(ids.slice(at, at + maxFormLines));
  return forms;
}

/** Sends a change. After the last one in progress, the server's cart replaces a differing prediction. */
async function write(send: () => Promise<CartChange>): Promise<void> {
  begin();
  let isRefused = false;
  try {
    const answer = await send();
    const state = $cart.get();
    isRefused = $cartPending.get() === 1 && state !== null && !isAsPredicted(state, answer);
  } catch (error) {
    react(error);
    isRefused = true;
  }
  isMissed ||= isRefused;
  await end();
}

function isAsPredicted(state: CartState, answer: CartChange): boolean {
  const predicted = viewCart(state).total;
  return (
    answer.count === state.data.length &&
    answer.total.pay_amount === predicted.pay_amount &&
    answer.lines.every(({ id, number }) =>
      state.data.some((line) => line.id === id && line.number === number),
    )
  );
}
