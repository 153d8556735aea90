/** Agreed prices of a merchant's own items, at its desk. */
import type { OwnPriceSet, SetOwnPriceValues } from '#lib/contract/companies/prices-schema.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { agreedPriceProblem, belowFloorProblem } from '#lib/rules/companies/agreed-prices.ts';
import { findYuan, parseYuan, showYuan } from '#lib/rules/money/money.ts';
import { propose } from '../acts/propose.ts';
import type { Context } from '../core/context.ts';
import { getSettings } from '../site/settings.ts';
import { expectSeen } from './price-changes.ts';
import { listGoodsFacts, listPricesOf } from './price-rows.ts';
import { passLowPrice, putOwnPrice } from './put-own-price.ts';
import { lockCompany } from './rows.ts';

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
    const tooLow = belowFloorProblem(price, fact.floorPrice, percent);
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

/** An agreement by the id of its row, and the price that was read. */
interface ReadPrice {
  id: string;
  agreed: string;
}

/** `POST /api/desk/prices/{id}/change`: another price for the same company and item. Throws as `setOwnPrice`. */
export async function changeOwnPrice(
  context: Context<'merchant'>,
  { id, agreed, price }: ReadPrice & { price: string },
): Promise<OwnPriceSet> {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(price)) throw fieldError('price', '请填写金额，最多两位小数');
  return setOwnPrice(context, { ...partsOf(id), price, was: agreed });
}

/** `POST /api/desk/prices/{id}/drop`: ends an agreement about its own items. A repeat changes nothing; 409 as above. */
export async function dropOwnPrice(context: Context<'merchant'>, { id, agreed }: ReadPrice): Promise<void> {
  const { merchantId } = context.actor;
  const { company_id: companyId, goods_id: goodsId } = partsOf(id);
  if (findYuan(agreed) === null) throw new AppError(422, '原协议价不正确，请刷新后再试');
  await context.db.transaction(async (tx) => {
    if ((await lockCompany(tx, companyId)) === null) throw new AppError(404, `没有企业${companyId}`);
    const fact = (await listGoodsFacts(tx, [goodsId])).get(goodsId);
    if (fact?.merchantId !== merchantId) throw new AppError(404, `没有编号为${goodsId}的本店商品`);
    const stands = (await listPricesOf(tx, companyId, [goodsId])).get(goodsId);
    if (stands === undefined) return;
    expectSeen(stands, agreed);
    await putOwnPrice(tx, context, { companyId, goodsId, merchantId, was: stands });
  });
}

/**
 * `POST /api/desk/prices/{id}/restore`: undoes a change or an end, as long as what that wrote stands. Throws 404 for an item
 * that is not its own, 409 for another entry, a price that somebody has changed since, and one below the floor, which the
 * platform confirms.
 */
export async function restoreOwnPrice(context: Context<'merchant'>, { id }: { id: string }): Promise<void> {
  const { actor, undoes, db } = context;
  const { merchantId } = actor;
  const { company_id: companyId, goods_id: goodsId } = partsOf(id);
  const price = undoes?.before?.[String(goodsId)];
  const written = undoes?.after?.[String(goodsId)] ?? null;
  if (undoes?.subject !== 'price' || undoes.subjectKey !== id || typeof price !== 'number')
    throw new AppError(409, '撤销的不是这个协议价，请刷新');
  const percent = (await getSettings(db)).agreedPriceFloor;
  await db.transaction(async (tx) => {
    if ((await lockCompany(tx, companyId)) === null) throw new AppError(404, `没有企业${companyId}`);
    const fact = (await listGoodsFacts(tx, [goodsId])).get(goodsId);
    if (fact?.merchantId !== merchantId) throw new AppError(404, `没有编号为${goodsId}的本店商品`);
    const stands = (await listPricesOf(tx, companyId, [goodsId])).get(goodsId);
    if (stands === price) return;
    if ((stands ?? null) !== written) throw new AppError(409, '这个商品的协议价刚刚已变更，没有撤销，请刷新');
    const tooLow = belowFloorProblem(price, fact.floorPrice, percent);
    if (tooLow !== null) throw new AppError(409, `原协议价${tooLow}，没有撤销，请重新填写并提交平台复核`);
    await putOwnPrice(tx, context, { companyId, goodsId, merchantId, was: stands, price });
  });
}

/** Company and item of a row's id: `12-34`. */
function partsOf(id: string): { company_id: number; goods_id: number } {
  const [, company, goods] = /^(\d{1,9})-(\d{1,9})$/.exec(id) ?? [];
  if (company === undefined) throw new AppError(404, '没有这个协议价，请刷新');
  return { company_id: Number(company), goods_id: Number(goods) };
}
