/** How a buyer continues from every buy state (rules 1): one table for the browser and for the server's responses. */

import type { BuyStateCode } from '#lib/rules/goods/buy-state-shape.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { path } from '../routes.ts';

export interface WayOn {
  /** The page that can help; `text` replaces the state's words where that page does less than they say. */
  page: { href: string; text?: string };
  /** Where a page has room for a dialog: it replaces the link to the page. `text` as above. */
  dialog?: { kind: 'reason' | 'apply'; text?: string };
  /** 到货通知 can be requested. */
  waits?: boolean;
}

const account = () => ({ page: { href: path('/user') } });
/** The detail page of the item. */
export const detailPage = (id: number) => ({ href: path('/list/info/[id]', { id }), text: '查看商品' });
/** The same drug from other merchants, listed on the detail page. */
export const sameDrugPage = (id: number) => ({
  href: `${path('/list/info/[id]', { id })}#same`,
  text: '看同品',
});

const reason = { kind: 'reason' } as const;

const ways = {
  login: () => ({ page: { href: path('/login') } }),
  // Leads to the current step of the registration.
  unverified: () => ({ page: { href: path('/register/step1') } }),
  reviewing: account,
  paper_expired: account,
  frozen: () => ({ ...account(), dialog: reason }),
  out_of_scope: () => ({
    page: { href: path('/zhzx/bgzl'), text: '申请变更范围' },
    dialog: { kind: 'reason', text: '了解原因' },
  }),
  buyer_type: (id) => ({ page: sameDrugPage(id), dialog: reason }),
  out_of_area: (id) => ({ page: sameDrugPage(id) }),
  off_shelf: (id) => ({ page: sameDrugPage(id) }),
  out_of_stock: (id) => ({ page: sameDrugPage(id), waits: true }),
  controlled: (id) => ({ page: detailPage(id), dialog: { kind: 'apply' } }),
  limit_reached: (id) => ({ page: detailPage(id), dialog: reason }),
  // The obstacle is not a state of the item: a set whose parts are for sale may be sold out.
  ok: (id) => ({ page: detailPage(id), dialog: { kind: 'reason', text: '了解原因' } }),
} satisfies Record<BuyStateCode, (goodsId: number) => WayOn>;

/** How to continue from a buy state of one item; for other refusals only the reason. */
export function wayOn(code: string, goodsId: number): WayOn {
  return isKeyOf(ways, code)
    ? ways[code](goodsId)
    : { page: detailPage(goodsId), dialog: { kind: 'reason', text: '了解原因' } };
}
