/** What the mall offers, for everyone; with the company's own state for its people (rules 6). */
import { AppError } from '#lib/contract/errors.ts';
import { ownPicturePath } from '#lib/contract/goods/pictures.ts';
import type { MallGoodsDetail, MallGoodsList, MallGoodsValues, MallGoodsWire } from '#lib/contract/mall.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { mallKindKeys, mallKinds } from '#lib/rules/points/mall.ts';
import type { Context } from '../core/context.ts';
import { findPayPassword } from '../orders/pay-password-rows.ts';
import { findWallet } from '../ports/payments/wallet-rows.ts';
import { findGoods, listShownGoods, type ShownGoods } from './goods-rows.ts';
import { goodsWireOf, imageOf } from './wire.ts';

/** `GET /api/points/goods`: what can be redeemed first, then what comes, then what is sold out. */
export async function listMallGoods(
  { db, actor: { account } }: Context<'all'>,
  input: MallGoodsValues,
): Promise<MallGoodsList> {
  const companyId = account?.companyId ?? null;
  const [rows, wallet] = await Promise.all([
    listShownGoods(db, companyId),
    companyId === null ? null : findWallet(db, companyId),
  ]);
  const usable = wallet?.points ?? null;
  const all = rows.map((row) => goodsWireOf(row, account, usable));
  const found = all.filter((goods) => isAsked(goods, input, usable !== null));
  const sorted = found.sort(orderOf(input.sort));
  const { page, size } = input;
  return {
    list: sorted.slice((page - 1) * size, page * size),
    total: sorted.length,
    page,
    size,
    usable,
    kinds: mallKindKeys.map((kind) => ({
      kind,
      text: mallKinds[kind],
      count: all.filter((goods) => goods.kind === kind).length,
    })),
  };
}

function isAsked(
  { kind, points, mine }: MallGoodsWire,
  {
    kind: asked,
    min_points: min = 0,
    max_points: max = Number.POSITIVE_INFINITY,
    can_redeem,
  }: MallGoodsValues,
  isBuyer: boolean,
): boolean {
  if (asked !== undefined && kind !== asked) return false;
  // Typed the wrong way round they are meant as a range all the same.
  if (points < Math.min(min, max) || points > Math.max(min, max)) return false;
  return can_redeem === 0 || !isBuyer || mine?.can_redeem === 1;
}

const places = { offered: 0, coming: 1, sold_out: 2 } as const;

/** Sorting is stable: equal ones keep the order of the desk. */
function orderOf(sort: MallGoodsValues['sort']): (a: MallGoodsWire, b: MallGoodsWire) => number {
  const by = {
    points: (a: MallGoodsWire, b: MallGoodsWire) => a.points - b.points,
    '-points': (a: MallGoodsWire, b: MallGoodsWire) => b.points - a.points,
    '-sold': (a: MallGoodsWire, b: MallGoodsWire) => b.sold - a.sold,
    '-new': (a: MallGoodsWire, b: MallGoodsWire) => b.id - a.id,
  };
  const chosen = sort === undefined ? () => 0 : by[sort];
  return (a, b) => places[a.state] - places[b.state] || chosen(a, b);
}

/** `GET /api/points/goods/{id}`. Throws 404 for an unknown one, and for one that is taken down or over. */
export async function getMallGoods(
  context: Context<'all'>,
  { id }: { id: number },
): Promise<MallGoodsDetail> {
  const goods = await findMallGoods(context, id);
  if (goods === null) throw new AppError(404, '积分商品不存在或已下架');
  return goods;
}

/** The wheel of a chance, as everyone may see it. */
function wheelOf({ kind, wheel }: ShownGoods): MallGoodsDetail['wheel'] {
  if (kind !== 'chance' || wheel === null || wheel.openedAt === null) return null;
  return { id: wheel.id, name: wheel.name, end_time: wheel.endsAt.toISOString() };
}

/** The same for a page: null instead of an error. */
export async function findMallGoods(
  { db, actor: { account } }: Context<'all'>,
  id: number,
): Promise<MallGoodsDetail | null> {
  const companyId = account?.companyId ?? null;
  const row = await findGoods(db, id, companyId);
  if (row === null || !row.isOn || (row.onTo !== null && row.onTo.getTime() <= row.clock)) return null;
  const wallet = companyId === null ? null : await findWallet(db, companyId);
  const asksPassword =
    row.money > 0 && account !== null && (await findPayPassword(db, account.userId)) !== null;
  const isPaper = row.kind === 'coupon' || row.kind === 'voucher';
  return {
    ...goodsWireOf(row, account, wallet?.points ?? null),
    images:
      row.pictures.length > 0 ? row.pictures.map((name) => ownPicturePath(name, 'full')) : [imageOf(row)],
    description: row.description,
    delivery: row.delivery,
    value_amount: formatYuan(isPaper ? row.value : 0),
    threshold_amount: formatYuan(isPaper ? row.threshold : 0),
    valid_days: isPaper ? row.validDays : 0,
    wheel: wheelOf(row),
    needs_address: row.kind === 'thing' ? 1 : 0,
    needs_password: asksPassword ? 1 : 0,
  };
}
