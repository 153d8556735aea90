/** Confirming an order: every choice asks the server for a new preview; placing it happens once. */
import { atom } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import type { ChoiceInput, Preview } from '#lib/contract/checkout.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { PayChoice } from '#lib/contract/payments/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { call } from '../../api.ts';
import { newKey } from '../../key.ts';
import { markStale } from '../../stale.ts';
import { ask } from '../shell/dialogs.ts';
import { react } from '../shell/react.ts';
import { recallGifts } from './gift-choices.ts';
import { changesBetween } from './preview-changes.ts';
import { forgetRemarks, recallRemarks, remarksOf } from './remarks.ts';

export interface Checkout {
  preview: Preview;
  ids: number[];
  choices: ChoiceInput;
  /** What changed since the buyer last looked: shown until the next look. */
  changes: string[];
}

/** Null until the page has handed its preview over. */
export const $checkout = atom<Checkout | null>(null);

/** Previews on their way: the total on the page may be about to change. */
export const $previewing = atom(0);

export const $isPlacing = atom(false);

/** The buyer's intended payment: the pay page opens with it. Empty before a choice. */
export const $payChoice = atom<PayChoice>({});

// One page, one order: however often the button is pressed (rules 5, Idempotency-Key).
let key = '';

/** Begins with the preview of the page. */
export function startCheckout(preview: Preview): void {
  const ids = preview.groups.flatMap((group) => group.lines.map((line) => line.id));
  key = newKey();
  recallRemarks();
  $checkout.set({ preview, ids, choices: {}, changes: [] });
  const gifts = wantedGifts(preview);
  if (Object.keys(gifts).length > 0) void choose({ gifts });
}

/** Gifts that were chosen in the cart, where the preview gives another one. */
function wantedGifts(preview: Preview): Record<string, number> {
  const wanted = recallGifts();
  return Object.fromEntries(
    Object.entries(givenGifts(preview)).flatMap(([activityId, given]) => {
      const goodsId = wanted[activityId];
      return goodsId !== undefined && goodsId !== given ? [[activityId, goodsId]] : [];
    }),
  );
}

/** The gifts that the buyer sees: one that is given no more at the last moment is not to be missed in silence. */
function givenGifts(preview: Preview): Record<string, number> {
  const given = preview.groups.flatMap(({ orders }) => orders.flatMap(({ gifts }) => gifts));
  return Object.fromEntries(given.map(({ activity_id, goods_id }) => [activity_id, goods_id]));
}

let lastChoice: Promise<void> = Promise.resolve();

/**
 * The choices that the buyer made, with `changed` on top, previewed again. One after the other: each begins with what
 * the one before it has made, so that none is lost.
 */
export function choose(changed: ChoiceInput & { address_id?: number }): Promise<void> {
  $previewing.set($previewing.get() + 1);
  lastChoice = lastChoice.then(() => preview(changed)).finally(() => $previewing.set($previewing.get() - 1));
  return lastChoice;
}

async function preview(changed: ChoiceInput & { address_id?: number }): Promise<void> {
  const before = $checkout.get();
  if (!before) return;
  const { address_id = before.preview.address_id ?? undefined, ...more } = changed;
  const choices = { ...before.choices, ...more };
  try {
    const made = await call(api.previewOrder, {
      ids: before.ids,
      ...(address_id !== undefined && { address_id }),
      ...formOf(choices),
    });
    const current = $checkout.get();
    if (current) $checkout.set({ ...current, preview: made, choices, changes: [] });
    if (made.address_id !== null && made.address_id !== before.preview.address_id)
      keepInAddress({ address_id: String(made.address_id) });
  } catch (error) {
    await reactToRefusal(error);
  }
}

/** No coupon at all has a word of its own: an empty list cannot be written in a form. */
function formOf({ coupons, vouchers, gifts }: ChoiceInput): ChoiceInput {
  return {
    ...(coupons !== undefined && { coupons: coupons.length === 0 ? 'none' : coupons }),
    ...(vouchers !== undefined && { vouchers: vouchers.length === 0 ? '' : vouchers }),
    ...(gifts !== undefined && { gifts }),
  };
}

/** Leaves lines in the cart, unticked, and continues with the others. */
export async function leaveOut(lineIds: readonly number[]): Promise<void> {
  const checkout = $checkout.get();
  if (!checkout) return;
  const ids = checkout.ids.filter((id) => !lineIds.includes(id));
  try {
    await call(api.selectLines, { ids: [...lineIds], is_selected: 0 });
  } catch (error) {
    await reactToRefusal(error);
    return;
  }
  if (ids.length === 0) return location.assign(path('/cart'));
  $checkout.set({ ...checkout, ids });
  // A refresh uses the ticked lines, or those in the address.
  keepInAddress({ ids: ids.join() }, true);
  await choose({});
}

/**
 * Writes choices into the page's address, so that a refresh shows the same; `isKnown`: only those that are there
 * already.
 */
function keepInAddress(choices: Record<string, string>, isKnown = false): void {
  const page = new URL(location.href);
  for (const [name, value] of Object.entries(choices))
    if (!isKnown || page.searchParams.has(name)) page.searchParams.set(name, value);
  history.replaceState(history.state, '', page);
}

/**
 * Places the order and opens the payment. When something changed meanwhile, shows the changes, and waits for another
 * press.
 */
export async function placeOrder(): Promise<void> {
  const checkout = $checkout.get();
  if (!checkout || $isPlacing.get()) return;
  const { preview, ids, choices } = checkout;
  $isPlacing.set(true);
  try {
    const trade = await call(
      api.placeOrder,
      {
        ids,
        ...(preview.address_id !== null && { address_id: preview.address_id }),
        expected_total: preview.total.pay_amount,
        ...formOf({ ...choices, gifts: givenGifts(preview) }),
        remarks: remarksOf(keysOf(preview)),
      },
      { headers: { 'Idempotency-Key': key } },
    );
    forgetRemarks();
    markStale();
    location.assign(path('/cart/step3/[id]', { id: trade.trade_no }, { ...$payChoice.get() }));
  } catch (error) {
    $isPlacing.set(false);
    const fresh = freshPreview(error);
    if (fresh && error instanceof AppError)
      $checkout.set({
        ...checkout,
        preview: fresh,
        changes: [error.message, ...changesBetween(preview, fresh)],
      });
    else await reactToRefusal(error);
  }
}

function keysOf({ groups }: Preview): string[] {
  return groups.flatMap(({ orders }) => orders.map(({ key: one }) => one));
}

/** A 409 carries the current preview. */
function freshPreview(error: unknown): Preview | null {
  if (!(error instanceof AppError) || error.code !== 409) return null;
  return isPreview(error.data) ? error.data : null;
}

/** Other refusals with 409 carry something else. */
function isPreview(data: unknown): data is Preview {
  return Boolean(fieldOf(data, 'groups') && fieldOf(data, 'total'));
}

/** Lines that are not in the cart any more cannot be confirmed here: back to the cart. */
async function reactToRefusal(error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code !== 404) {
    react(error);
    return;
  }
  await ask({ title: '温馨提示', text: error.message, confirm: '返回购物车' });
  location.assign(path('/cart'));
}
