/** Cards in messages: a reference is stored, its content is read for each reader by the reader's own rights. */
import { z } from 'zod';
import { cardKinds } from '#lib/rules/chat/cards.ts';
import { flagOut, money, text } from '../fields.ts';
import { ownMoney, priced } from '../prices.ts';

/**
 * A reference: the id of goods, coupon, invoice or after-sale case, the number of an order, `goodsId:lotNo` of a lot.
 */
export const cardInput = z.object({
  kind: z.enum(cardKinds, { error: '请选择要发送的内容' }),
  ref: text('编号', { min: 1, max: 100 }),
});
export type CardValues = z.output<typeof cardInput>;

export const chatCard = z.object({
  kind: z.enum(cardKinds),
  ref: z.string(),
  /** 0: the reader may not see it, or it is gone; everything below is empty then, but `kind_text`. */
  is_open: flagOut,
  /** 商品, 订单, 发票… */
  kind_text: z.string(),
  title: z.string(),
  /** Lines below the title, as spec and maker. */
  lines: z.array(z.string()),
  image: z.string(),
  /** The page of it at the reader's side; empty where there is none. */
  link: z.string(),
  /** Its state in words; empty where it has none. */
  status_text: z.string(),
  /** Of goods: the reader's own unit price; empty where the reader sees none. */
  price: priced(z.string(), ''),
  /** Of an order, an invoice or a case: what it is about in yuan; empty where the reader's role does not see it. */
  amount: ownMoney(money.or(z.literal(''))),
});
export type ChatCard = z.infer<typeof chatCard>;
