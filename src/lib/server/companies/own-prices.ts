/** Agreed prices of a merchant's own items, at its desk. */
import type {
  DropOwnPriceValues,
  MerchantPrices,
  MerchantPricesValues,
  OwnPriceSet,
  SetOwnPriceValues,
} from '#lib/contract/companies/prices-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { agreedPriceProblem, belowFloorProblem } from '#lib/rules/companies/agreed-prices.ts';
import { formatYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { propose } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';
import { getSettings } from '../site/settings.ts';
import { expectSeen } from './price-changes.ts';
import { findMerchantPrices, listGoodsFacts, listPricesOf } from './price-rows.ts';
import { passLowPrice, putOwnPrice } from './put-own-price.ts';
import { lockCompany } from './rows.ts';

/** `GET /api/desk/prices`: a page of companies' agreements with the merchant. */
export async function listOwnPrices(
  { db, actor }: Context<'merchant'>,
  { company, goods, ...asked }: MerchantPricesValues,
): Promise<MerchantPrices> {
  const { rows, total } = await findMerchantPrices(db, actor.merchantId, { company, goods }, asked);
  return {
    list: rows.map(({ companyId, goodsId, memberPrice, price, ...row }) => ({
      company_id: companyId,
      goods_id: goodsId,
      ...row,
      member_price: formatYuan(memberPrice),
      price: formatYuan(price),
    })),
    total,
  };
}

/**
 * `POST /api/desk/prices`: in force at once, below the floor after the platform has confirmed it. An equal price is
 * answered as done. Throws 422 for an unknown company, an item that is not its own, and an invalid amount, 409 when
 * another person has changed the price since it was read.
 */
export async function setOwnPrice(
  context: Context<'merchant'>,
  { company_id: companyId, goods_id: goodsId, price: yuan, was }: SetOwnPriceValues,
): Promise<OwnPriceSet> {
  const { merchantId } = context.actor;
  const price = parseYuan(yuan);
  const problem = agreedPriceProblem(price);
  if (problem !== null) throw fieldError('price', problem);
  const percent = (await getSettings(context.db)).agreedPriceFloor;
  return context.db.transaction(async (tx) => {
    if ((await lockCompany(tx, companyId)) === null) throw fieldError('company_id', `没有企业${companyId}`);
    const fact = (await listGoodsFacts(tx, [goodsId])).get(goodsId);
    if (fact?.merchantId !== merchantId) throw fieldError('goods_id', `没有编号为${goodsId}的本店商品`);
    const stands = (await listPricesOf(tx, companyId, [goodsId])).get(goodsId);
    if (stands === price) return { waits: 0, said: '已生效' };
    expectSeen(stands, was);
    const tooLow = belowFloorProblem(price, fact.memberPrice, percent);
    if (tooLow === null) {
      await putOwnPrice(tx, context, { companyId, goodsId, merchantId, price, was: stands });
      return { waits: 0, said: '已生效' };
    }
    await propose(
      tx,
      context,
      {
        kind: 'low_price',
        companyId,
        amount: null,
        merchantId,
        reason: `${fact.name}（商品${goodsId}）的协议价${tooLow}`,
        subject: `price:${companyId}:${goodsId}`,
        payload: { goodsId, price, was: stands ?? null },
        changes: [
          { label: '会员价', from: '', to: `¥${showYuan(fact.memberPrice)}` },
          {
            label: '协议价',
            from: stands === undefined ? '' : `¥${showYuan(stands)}`,
            to: `¥${showYuan(price)}`,
          },
        ],
      },
      passLowPrice,
    );
    return { waits: 1, said: `${tooLow}。已提交平台复核，通过后生效` };
  });
}

/** `POST /api/desk/prices/drop`: ends an agreement about its own items. A repeat changes nothing; 409 as above. */
export async function dropOwnPrice(
  context: Context<'merchant'>,
  { company_id: companyId, goods_id: goodsId, was }: DropOwnPriceValues,
): Promise<{ goods_id: number }> {
  const { merchantId } = context.actor;
  await context.db.transaction(async (tx) => {
    if ((await lockCompany(tx, companyId)) === null) throw new AppError(404, `没有企业${companyId}`);
    const fact = (await listGoodsFacts(tx, [goodsId])).get(goodsId);
    if (fact?.merchantId !== merchantId) throw new AppError(404, `没有编号为${goodsId}的本店商品`);
    const stands = (await listPricesOf(tx, companyId, [goodsId])).get(goodsId);
    if (stands === undefined) return;
    expectSeen(stands, was);
    await putOwnPrice(tx, context, { companyId, goodsId, merchantId, was: stands });
  });
  return { goods_id: goodsId };
}
