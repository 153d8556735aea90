/** Confirming an order: the same quote as the cart's and the order's. */

import type { z } from 'zod';
import type { AddressWire } from '#lib/contract/addresses.ts';
import type { NextStep } from '#lib/contract/cart/calls.ts';
import { choicesOf, type Preview, previewInput } from '#lib/contract/checkout.ts';
import { parseSent } from '#lib/contract/decode.ts';
import { AppError } from '#lib/contract/errors.ts';
import { path } from '#lib/contract/routes.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { listAddresses } from '../addresses/addresses.ts';
import type { Context } from '../core/context.ts';
import { previewOf } from './checkout-preview.ts';
import { loadQuotedCart, type QuotedCart } from './quoted-cart.ts';

/**
 * `POST /api/order/preview` and `POST /api/cart/checkout`. Throws 404 for another company's lines or address, 422 with
 * the reason when nothing of it can be bought; other obstacles are in `problems`.
 */
export async function previewOrder(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: z.infer<typeof previewInput>,
): Promise<Preview> {
  const cart = await loadQuotedCart(
    db,
    account,
    { lineIds: input.ids, addressId: input.address_id, choices: choicesOf(input), source: 'display' },
    now,
  );
  const refusal = cart.quote.lines.find((line) => line.refusal !== null)?.refusal;
  if (refusal && cart.quote.lines.every((line) => !line.counts))
    throw new AppError(422, refusal.reason, groupBuyLink(cart));
  return previewOf(cart, account);
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
  const { role } = context.actor.account;
  if (!roleMay(role, 'order')) return { preview: null, reason: roleRefusal(role, 'order'), back, addresses };
  if (wanted.length === 0) return { preview: null, reason: null, back, addresses };
  const input = parseSent(previewInput, { ids: wanted, ...(addressId && { address_id: addressId }) });
  if (!input.success) return { preview: null, reason: '没有找到要结算的商品', back, addresses };
  try {
    return { preview: await previewOrder(context, input.data), reason: null, back, addresses };
  } catch (error) {
    if (!(error instanceof AppError) || error.code >= 500) throw error;
    return {
      preview: null,
      reason: error.message,
      back: isNextStep(error.data) ? error.data : back,
      addresses,
    };
  }
}
