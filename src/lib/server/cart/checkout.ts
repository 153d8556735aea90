/** Confirming an order: the same quote as the cart's and the order's. */

import type { z } from 'zod';
import type { AddressWire } from '#lib/contract/addresses.ts';
import type { NextStep } from '#lib/contract/cart/calls.ts';
import { choicesOf, type Preview, previewInput } from '#lib/contract/checkout.ts';
import { type LackingNote, lackingNote } from '#lib/contract/contracts/lacking.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { listAddresses } from '../addresses/addresses.ts';
import { findLackingOf } from '../contract-guard/guard.ts';
import type { Context } from '../core/context.ts';
import { previewOf } from './checkout-preview.ts';
import { loadQuotedCart, type QuotedCart } from './quoted-cart.ts';

/**
 * `POST /api/order/preview` and `POST /api/cart/checkout`. Throws 404 for another company's lines or address, 422 with
 * the reason when nothing of it can be bought; other obstacles are in `problems`.
 */
export async function previewOrder(
  context: Context<'buyer'>,
  input: z.infer<typeof previewInput>,
): Promise<Preview> {
  return previewOf(await quoteWanted(context, input), context.actor.account);
}

async function quoteWanted(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: z.infer<typeof previewInput>,
): Promise<QuotedCart> {
  const cart = await loadQuotedCart(
    db,
    account,
    { lineIds: input.ids, addressId: input.address_id, choices: choicesOf(input), source: 'display' },
    now,
  );
  const refusal = cart.quote.lines.find((line) => line.refusal !== null)?.refusal;
  if (refusal && cart.quote.lines.every((line) => !line.counts))
    throw new AppError(422, refusal.reason, groupBuyLink(cart));
  return cart;
}

function isNextStep(data: unknown): data is NextStep {
  return typeof data === 'object' && data !== null && 'link' in data && 'text' in data;
}

/** A group-buy is never in the cart: its own page changes it. Undefined for lines of the cart. */
function groupBuyLink({ lines }: QuotedCart): NextStep | undefined {
  const line = lines.find(({ kind }) => kind === 'group_buy');
  if (!line?.goodsId) return undefined;
  return { text: '返回拼团', link: path('/list/info-pt/[id]', { id: line.goodsId }) };
}

/** The lines of the cart that count now: bought when the confirm page is opened without ids. */
export async function listSelectedIds({ db, actor: { account }, now }: Context<'buyer'>): Promise<number[]> {
  const { quote } = await loadQuotedCart(db, account, {}, now);
  return quote.lines.filter((line) => line.counts).map((line) => line.id);
}

const toCart: NextStep = { text: '返回购物车', link: path('/cart') };

/** The confirm page when it opens: its preview, or the sentence why there is none; and the addresses. */
export interface OpenedCheckout {
  preview: Preview | null;
  reason: string | null;
  /** The page that can change the lines. */
  back: NextStep;
  addresses: AddressWire[];
  /** Contracts that ordering or paying will ask for (rules 20), told before the buyer fills in anything. */
  lacking: LackingNote | null;
}

/**
 * Opens the confirm page for `ids` (text of the address, `1,2`) or, without them, for the selected lines of the cart.
 * Refusals of the preview become the reason; anything else is thrown.
 */
export async function openCheckout(
  context: Context<'buyer'>,
  ids: string | null,
  addressId: string | null,
): Promise<OpenedCheckout> {
  const { list: addresses } = await listAddresses(context);
  const wanted = ids === null ? await listSelectedIds(context) : ids;
  const back = toCart;
  const none = { preview: null, addresses, lacking: null };
  const { role } = context.actor.account;
  if (!roleMay(role, 'order')) return { ...none, reason: roleRefusal(role, 'order'), back };
  if (wanted.length === 0) return { ...none, reason: null, back };
  const input = parseSent(previewInput, { ids: wanted, ...(addressId && { address_id: addressId }) });
  if (!input.success) return { ...none, reason: '没有找到要结算的商品', back };
  try {
    const cart = await quoteWanted(context, input.data);
    const { db, actor, now } = context;
    const lacking = await findLackingOf(db, actor.account, cart, 'pay', now);
    return {
      preview: previewOf(cart, actor.account),
      reason: null,
      back,
      addresses,
      lacking: lackingNote(
        lacking,
        path('/cart/step2', undefined, { ids: ids ?? undefined, address_id: addressId ?? undefined }),
      ),
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code >= 500) throw error;
    return { ...none, reason: error.message, back: isNextStep(error.data) ? error.data : back };
  }
}
