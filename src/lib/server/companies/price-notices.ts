/**
 * Notices to a merchant when the platform changes agreed prices of its items. Written within the caller's transaction.
 */
import { path } from '#lib/contract/routes.ts';
import { type Fen, showYuan } from '#lib/rules/money/money.ts';
import type { Context } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { notifyMerchant } from '../messages/merchant-notice-rows.ts';
import type { GoodsFact } from './price-rows.ts';

interface ChangedPrice {
  fact: Pick<GoodsFact, 'merchantId' | 'name'>;
  goodsId: number;
  price: Fen;
}

/** Limit of item names in a notice; further ones are counted. */
const namedGoods = 3;

/** The change in the title and in the sentence, and the merchant's page for it. */
const causes = {
  proposed: {
    title: '平台提议了协议价',
    said: (company: string, goods: string) =>
      `平台为${company}提议协议价：${goods}。接受后才生效，请确认或拒绝。`,
    link: path('/desk/proposals'),
  },
  withdrawn: {
    title: '平台撤回了协议价提议',
    said: (company: string, goods: string) => `平台撤回了为${company}提议的协议价：${goods}。无需处理。`,
    link: path('/desk/proposals'),
  },
  ended: {
    title: '平台取消了协议价',
    said: (company: string, goods: string) =>
      `平台取消了与${company}的协议价：${goods}。该企业今后按会员价购买。`,
    link: path('/desk/prices'),
  },
} as const;

/** One notice a merchant. `key` distinguishes causes of the same kind. */
export async function notifyOfPrices(
  tx: Tx,
  { now }: Pick<Context<'staff'>, 'now'>,
  { cause, key }: { cause: keyof typeof causes; key: number | string },
  company: { id: number; name: string },
  changed: readonly ChangedPrice[],
): Promise<void> {
  const { title, said, link } = causes[cause];
  const notices = [...Map.groupBy(changed, ({ fact }) => fact.merchantId)].map(([merchantId, own]) => {
    const names = own
      .slice(0, namedGoods)
      .map(({ fact, goodsId, price }) => `${fact.name}（商品${goodsId}）¥${showYuan(price)}`);
    const goods = `${names.join('、')}${own.length > namedGoods ? `等${own.length}个商品` : ''}`;
    return {
      merchantId,
      kind: 'price' as const,
      title: own.length > 1 ? `${title}：${own.length}个商品` : title,
      body: said(company.name, goods),
      link,
      ref: `price:${cause}:${key}`,
      createdAt: now,
    };
  });
  await notifyMerchant(tx, ...notices);
}
