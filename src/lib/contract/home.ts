/** A buyer's part of the home page. */

import { z } from 'zod';
import { get } from './call.ts';
import { emptyInput, flagOut, money } from './fields.ts';
import { ownMoney, priced } from './prices.ts';

/** An item with the quantity that one press puts into the cart. */
const line = z.object({
  id: z.number().int(),
  ck_id: z.number().int(),
  name: z.string(),
  ypgg: z.string(),
  bzdw: z.string(),
  number: z.number().int(),
});

const dueLine = line.extend({
  /** 平均每14天买20盒，已16天未买. */
  reason: z.string(),
});
export type DueLine = z.infer<typeof dueLine>;

const fallenLine = line.extend({
  last_price: priced(money),
  price: priced(money),
});
export type FallenLine = z.infer<typeof fallenLine>;

export const buyerHome = z.object({
  /** 1 where this person may fill the cart. */
  may_order: flagOut,
  /** 1 where this person may let orders pass, and has a page for it. */
  may_approve: flagOut,
  todo: z.object({
    to_pay: z.number().int(),
    to_approve: z.number().int(),
    to_receive: z.number().int(),
    /** Licences that end soon or have ended. */
    papers: z.number().int(),
  }),
  /** 该补货: how many kinds, and of them those that can be bought, the most overdue first. */
  due: z.object({ total: z.number().int(), list: z.array(dueLine) }),
  /** 常购降价: how many kinds, and those that save most. */
  fallen: z.object({ total: z.number().int(), list: z.array(fallenLine) }),
  /** The newest purchase that was not called off; null before the first. */
  last: z
    .object({
      /** One of its orders: 再来一单 takes all of its payment. */
      no: z.string(),
      at: z.string(),
      kinds: z.number().int(),
      /** The largest lines. */
      names: z.array(z.string()),
      amount: ownMoney(money),
    })
    .nullable(),
  /** Rows of the person's unfinished purchase list. */
  draft: z.number().int(),
  /** Names of the person's templates whose day it is. */
  templates: z.array(z.string()),
  /** Coupons that end within days, the earliest first. */
  coupons: z.object({
    total: z.number().int(),
    list: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        merchant: z.string(),
        amount: priced(money),
        value: priced(money),
        /** 0 today. */
        days: z.number().int(),
      }),
    ),
  }),
});
export type BuyerHome = z.infer<typeof buyerHome>;

export const homeCalls = {
  buyerHome: get('/api/user/home', {
    who: 'buyer',
    whileFrozen: true,
    cost: 'quote',
    input: emptyInput,
    output: buyerHome,
  }),
};
