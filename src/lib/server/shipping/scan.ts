/** A code as it is scanned at an order: which boxes it stands for, and of which line they are (rules 3). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Scanned, ScanValues } from '#lib/contract/shipping/packs.ts';
import { orderIs } from '#lib/rules/orders/order-state.ts';
import { traceProduct } from '#lib/rules/orders/trace-packs.ts';
import { findTraceCode } from '#lib/rules/text/trace-code.ts';
import type { Context } from '../core/context.ts';
import { readSent } from '../lots/trace-code-rows.ts';
import { sentCodeText, takeReturned } from '../lots/trace-codes.ts';
import { findBoxes, findCodedProducts } from '../lots/trace-pack-rows.ts';
import { leftToShip } from '../orders/parcel-content.ts';
import { listLines } from '../orders/rows.ts';
import { findDeskOrder } from './desk-order-rows.ts';

/**
 * `GET /api/desk/orders/{no}/scan`: the boxes of a code and their lines. Claims nothing: the parcel does. Throws 404 for
 * another merchant's order, 422 for what is no code, 409 for a box that was shipped, of a case the first of them, for a
 * case of several products, and for a product that the order does not wait for.
 */
export async function scanCode(
  { db, actor, now }: Context<'merchant'>,
  { no, code: typed }: ScanValues,
): Promise<Scanned> {
  const { merchantId } = actor;
  const code = findTraceCode(typed);
  if (code === null) throw fieldError('code', `“${typed.slice(0, 24)}”不是20位追溯码`);
  const order = await findDeskOrder(db, no, merchantId, now);
  if (order === null) throw new AppError(404, `没有订单${no}`);
  const lines = orderIs.shippable(order.status)
    ? (await listLines(db, [no])).filter(({ line }) => leftToShip(line) > 0)
    : [];
  if (lines.length === 0) throw new AppError(409, `订单${no}没有待发的商品，请刷新后再试`);
  const found = (await findBoxes(db, merchantId, [code])).get(code);
  const boxes = found ?? [code];
  const [used] = takeReturned(new Map(), await readSent(db, 0, boxes));
  if (used !== undefined) {
    const why = sentCodeText(used, 0, merchantId);
    throw new AppError(409, found === undefined ? why : `箱码${code}不能整箱发出：${why}`);
  }
  const openings = new Set(boxes.map(traceProduct));
  if (openings.size > 1) throw new AppError(409, `箱码${code}里有不同药品的追溯码，请逐盒扫码`);
  const products = await findCodedProducts(db, traceProduct(boxes[0] ?? code));
  // Boxes that went out as several products say nothing.
  const [product] = products.length === 1 ? products : [];
  const own = lines.filter(({ productId }) => productId === product);
  if (product !== undefined && own.length === 0)
    throw new AppError(
      409,
      `追溯码${code}前7位是别的药品，不在本单待发商品里；核对实物无误的，请录入该商品的追溯码框`,
    );
  const known = product === undefined && lines.length === 1 ? lines : own;
  return {
    code,
    is_case: found === undefined ? 0 : 1,
    boxes,
    line_ids: known.map(({ line }) => line.id),
  };
}
