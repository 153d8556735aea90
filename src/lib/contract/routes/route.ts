/** A row of the route table: frame, title and guard of a page. */
import type { Permission } from '#lib/rules/companies/roles.ts';
import type { StaffPermission } from '#lib/rules/companies/staff.ts';
import type { Desk } from '../call.ts';

/**
 * shop: header, nav, footer, side bar · user: the same with the user-centre menu · login: a narrow header · bare:
 * nothing · desk: the desks' own (layouts/Desk).
 */
export type Room = 'shop' | 'user' | 'login' | 'help' | 'bare' | 'desk';

/**
 * all: anyone · visitor: a logged-in buyer is redirected to /user · buyer: others are redirected to /login · owner:
 * people who manage the company; other roles are redirected to /user, which says why.
 */
export type Who = 'all' | 'visitor' | 'buyer' | 'owner';

/** outside: the desks' login, for visitors of the desks. */
export type DeskWho = 'outside' | Desk;

/** A page of the desks. For a buyer, the other side and a role without permission it does not exist. */
export interface DeskRoute {
  title: string;
  room: 'desk';
  who: DeskWho;
  /** The required permission. */
  may: StaffPermission;
  /**
   * Open before the person has set a password and enrolled an authenticator; every other page leads to /desk/account.
   */
  whileSettingUp?: boolean;
  /** It has no entry in the navigation. */
  isUnlisted?: boolean;
}

export interface Route {
  title: string;
  room: Room;
  who: Who | DeskWho;
  /** People of a frozen company may open it too; other pages for buyers redirect them to /user, which says why. */
  whileFrozen?: boolean;
  /** A page for visitors that people of a company without approval may open too. */
  whileRegistering?: boolean;
  /** The required permission; other roles are redirected to /user, which says why. `owner` needs `manage`. */
  needs?: Permission;
  /** Only for people with its address: hidden from search engines, and not sent to other sites as referrer. */
  isPrivate?: boolean;
  /** False: the page opens at its top instead of where it was left. */
  savesScroll?: boolean;
  /**
   * The page is as it was left when one goes back to it (rules 9): by the browser's own cache, or else restored with
   * scroll, ticks and typed text; its filter is in its address.
   */
  keepAlive?: boolean;
  /** The category menu is open next to the content (home) instead of behind its button. */
  opensCategories?: boolean;
  /** The checkout's step, 1 to 4; its steps are shown above the page. */
  step?: 1 | 2 | 3 | 4;
  hasNav?: boolean;
  hasSideBar?: boolean;
  /** The popup of the wheel may open over it, for a company with a chance that is left. */
  hasDraw?: boolean;
  /** The ads of the frame around the page; `float` is the floating nav. */
  ads?: readonly FrameAd[];
}

export type FrameAd = 'top' | 'top-right' | 'bottom' | 'float';

/** A page of the shop. */
export type ShopRoute = Route & { who: Who };
