/** Redeeming: points, money, limit, stock and what is got, in one transaction (rules 6). */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Exchanged, ExchangeValues } from '#lib/contract/mall.ts';
import { path } from '#lib/contract/routes.ts';
import { roleMay, roleRefusal } from '#lib/rules/companies/roles.ts';
import { parseYuan } from '#lib/rules/money/money.ts';
import { isWayOpen } from '#lib/rules/orders/open-ways.ts';
import { type MallKind, type RedeemCode, redeemRefusal } from '#lib/rules/points/mall.ts';
import { firstPointsState } from '#lib/rules/points/points-orders.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type AddressRow, findAddress } from '../addresses/rows.ts';
import type { OnceContext } from '../core/context.ts';
import { idempotent } from '../core/idempotent.ts';
import { issueToCompany } from '../coupons/rows.ts';
import type { Tx } from '../db/client.ts';
import { snapshotOf } from '../orders/new-lines.ts';
import { newPointsNo } from '../orders/numbers.ts';
import { findPayPassword, sumFromBalance } from '../orders/pay-password-rows.ts';
import { publishOrder } from '../orders/place.ts';
import {
  amountWithoutPassword,
  guardBalance,
  guardDay,
  ofToday,
  provePayPassword,
} from '../paying/pay-password.ts';
import { lockPoints } from '../points/lot-rows.ts';
import { spendPoints } from '../points/points.ts';
import { findWallet, postEntry } from '../ports/payments/wallet-rows.ts';
import { getSettings } from '../site/settings.ts';
import { grantChances } from '../wheel/chances.ts';
import { findGoods, type GoodsRow, takePieces } from './goods-rows.ts';
import { findShown, insertOrder, type NewOrder } from './order-rows.ts';
import { orderWireOf, redeemerOf, termsOf } from './wire.ts';

/** The check of the payment password. It runs before the transaction, which waits for the database alone. */
interface Proof {
  proven: string | null;
  above: number;
  isOpen: boolean;
}

/**
 * `POST /api/points/exchange`: the same key again answers the same order. Throws 403 for a role or a company that may
 * not, 404 for unknown goods or another company's address, 409 with the reason where it cannot be redeemed, or its price
 * is another one, 422 for a missing address, too little balance or a payment password that is wrong or missing.
 */
export async function exchangePoints(
  context: OnceContext<'buyer'>,
  input: ExchangeValues,
): Promise<Exchanged> {
  const {
    db,
    actor: { account },
    key,
  } = context;
  const { pay_password: password, ...body } = input;
  const proof = await readProof(context, parseYuan(input.money_amount), password);
  const done = await db.transaction((tx) =>
    idempotent(tx, { companyId: account.companyId, key, body }, () => redeem(tx, context, input, proof)),
  );
  publishOrder(db, account);
  return done;
}

async function readProof(
  context: OnceContext<'buyer'>,
  money: number,
  password: string | undefined,
): Promise<Proof> {
  if (money === 0) return { proven: null, above: 0, isOpen: true };
  const { db, actor } = context;
  if (!roleMay(actor.account.role, 'pay')) throw new AppError(403, roleRefusal(actor.account.role, 'pay'));
  const isOpen = isWayOpen('instant', await getSettings(db));
  return {
    proven: await provePayPassword(context, password),
    above: await amountWithoutPassword(db),
    isOpen,
  };
}

async function redeem(
  tx: Tx,
  context: OnceContext<'buyer'>,
  input: ExchangeValues,
  proof: Proof,
): Promise<Exchanged> {
  const { account } = context.actor;
  const { companyId } = account;
  const { quantity } = input;
  // The wallet is locked first: what the company has redeemed is counted behind it.
  await lockPoints(tx, companyId);
  const goods = await findGoods(tx, input.goods_id, companyId);
  if (goods === null) throw new AppError(404, '积分商品不存在或已下架');
  const { points: usable } = await findWallet(tx, companyId);
  const redeemer = redeemerOf(account, usable, goods.used);
  const refusal = redeemRefusal(termsOf(goods), redeemer, { quantity, now: goods.clock });
  if (refusal !== null) throw new AppError(isOfRole(refusal.code) ? 403 : 409, refusal.text);
  const price = { points: goods.points * quantity, money: goods.money * quantity };
  if (price.points !== input.points || price.money !== parseYuan(input.money_amount))
    throw new AppError(409, '兑换价格刚刚有变动，请刷新后再兑换');
  const address = await readAddress(tx, companyId, goods.kind, input.address_id);
  const no = newPointsNo(context.now);
  await pay(tx, context, { no, goods, price, proof });
  const { id, points, money } = goods;
  if (!(await takePieces(tx, { id, quantity, points, money })))
    throw new AppError(409, '已兑完或已下架，请刷新后再试');
  await write(tx, {
    no,
    companyId,
    userId: account.userId,
    goodsId: goods.id,
    kind: goods.kind,
    name: goods.name,
    quantity,
    ...price,
    status: firstPointsState({ kind: goods.kind, isPrize: false }),
    address: address && snapshotOf(address, account),
    completedAt: goods.kind === 'thing' ? null : context.now,
  });
  await deliver(tx, goods, { companyId, userId: account.userId, no, quantity, now: context.now });
  const shown = must(await findShown(tx, no, companyId), 'the order just made');
  return {
    order: orderWireOf(shown, account, context.now),
    usable: (await findWallet(tx, companyId)).points,
    ...placeOf(goods),
  };
}

/** True for a refusal of the person's role. */
function isOfRole(code: RedeemCode): boolean {
  return code === 'order' || code === 'pay' || code === 'owner';
}

async function write(tx: Tx, row: NewOrder): Promise<void> {
  must(await insertOrder(tx, row), 'the order');
}

async function readAddress(
  tx: Tx,
  companyId: number,
  kind: MallKind,
  id: number | undefined,
): Promise<AddressRow | null> {
  if (kind !== 'thing') return null;
  if (id === undefined) throw fieldError('address_id', '请选择收货地址');
  const address = await findAddress(tx, companyId, id);
  if (address === null) throw new AppError(404, '收货地址不存在或已被删除');
  return address;
}

interface Paying {
  no: string;
  goods: GoodsRow;
  price: { points: number; money: number };
  proof: Proof;
}

async function pay(
  tx: Tx,
  { actor: { account }, now }: OnceContext<'buyer'>,
  { no, goods, price, proof: { proven, above, isOpen } }: Paying,
): Promise<void> {
  const { companyId, userId } = account;
  const note = `兑换${goods.name}`;
  if (!(await spendPoints(tx, { companyId, points: price.points, ref: no, note })))
    throw new AppError(409, '积分不足，请刷新后再试');
  if (price.money === 0) return;
  if (!isOpen) throw new AppError(409, '余额支付已停用，暂不能兑换');
  const hash = (await findPayPassword(tx, userId))?.hash ?? null;
  guardBalance({ hash, fromBalance: price.money, proven, above });
  const entry = { companyId, useType: 'mall', amount: -price.money, ref: no, note } as const;
  if ((await postEntry(tx, entry)) === null) throw fieldError('money_amount', '余额不足，请充值后再兑换');
  guardDay((await sumFromBalance(tx, ofToday(account, now))) + price.money, { proven, above });
}

/** Where what was got is found. */
const places = {
  thing: { url: path('/order/jfdd'), url_text: '查看积分订单' },
  coupon: { url: path('/wdqb/yhq'), url_text: '查看优惠券' },
  voucher: { url: path('/wdqb/xjq'), url_text: '查看现金券' },
} as const satisfies Record<Exclude<MallKind, 'chance'>, { url: string; url_text: string }>;

function placeOf({ kind, wheelId }: GoodsRow): { url: string; url_text: string } {
  if (kind !== 'chance') return places[kind];
  return { url: path('/zpcj', undefined, { id: wheelId ?? undefined }), url_text: '去抽奖' };
}

const day = 86_400_000;

interface Delivery {
  companyId: number;
  userId: string;
  no: string;
  quantity: number;
  now: Date;
}

/** Gives what needs no parcel at once. Throws 409 for a chance of a wheel that has ended in this moment. */
async function deliver(
  tx: Tx,
  { kind, name, value, threshold, validDays, wheelId }: GoodsRow,
  { companyId, userId, no, quantity, now }: Delivery,
): Promise<void> {
  if (kind === 'thing') return;
  if (kind === 'chance') {
    const grant = { companyId, userId, count: quantity, source: 'mall', sourceId: no } as const;
    await grantChances(tx, { ...grant, wheelId: must(wheelId, `the wheel of ${name}`) });
    return;
  }
  const lastDay = dayKey(now.getTime() + validDays * day);
  const validTo = new Date(Date.parse(`${lastDay}T00:00:00+08:00`) + day - 1);
  const piece = { kind, name, remarks: '积分兑换', threshold, value, validFrom: now, validTo };
  for (let made = 0; made < quantity; made += 1) await issueToCompany(tx, companyId, piece);
}
