/** Where the button of a buy state leads: a page, or its reason in a dialog where no page can help. */
import { loginHref } from '#lib/client/login-href.ts';
import { path } from '#lib/contract/routes.ts';
import type { BuyStateCode } from '#lib/rules/buy-state.ts';

/** `href` null: the reason in a dialog. `text` replaces the state's own words where their page is not open yet. */
export interface StateDoor {
  href: string | null;
  text?: string;
  /** The button opens the application for controlled goods. */
  applies?: boolean;
  /** 到货通知 can be asked for; where there is room the door stands beside it. */
  waits?: boolean;
}

const account = (): StateDoor => ({ href: path('/user') });
const reason = (): StateDoor => ({ href: null, text: '了解原因' });
const same = (id: number): StateDoor => ({ href: `${path('/list/info/[id]', { id })}#same`, text: '看同品' });

const doors = {
  login: () => ({ href: loginHref() }),
  unverified: account,
  reviewing: account,
  paper_expired: account,
  frozen: () => ({ href: null }),
  out_of_scope: reason,
  buyer_type: () => ({ href: null }),
  controlled: () => ({ href: null, applies: true }),
  limit_reached: () => ({ href: null }),
  out_of_area: same,
  off_shelf: same,
  out_of_stock: (id) => ({ ...same(id), waits: true }),
  ok: () => ({ href: null }),
} satisfies Record<BuyStateCode, (goodsId: number) => StateDoor>;

/** The door of a state's button for one goods. */
export function doorOf(code: string, goodsId: number): StateDoor {
  return (doors[code as BuyStateCode] ?? reason)(goodsId);
}
