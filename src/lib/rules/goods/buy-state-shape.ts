/** Input and result of the rule of rules 1. */
import type { CompanyState } from '../companies/company-state.ts';
import type { BuyerType, GoodsScope, Paper, ScopeCode } from '../companies/qualification.ts';
import type { Dates } from '../terms/shelf-life.ts';
import type { EpochMs, Id } from '../terms/terms.ts';

/** The codes of rules 1, top-down. */
export type BuyStateCode =
  | 'login'
  | 'unverified'
  | 'reviewing'
  | 'frozen'
  | 'out_of_scope'
  | 'buyer_type'
  | 'out_of_area'
  | 'controlled'
  | 'off_shelf'
  | 'paper_expired'
  | 'out_of_stock'
  | 'limit_reached'
  | 'ok';

/** The one result for card, detail, cart, checkout and order. */
export type BuyState = {
  code: BuyStateCode;
  /** The text in the price area; empty for `ok`, where the price is shown. */
  text: string;
  /** The button's label. */
  action: string;
  /** A sentence that names the rule and what the buyer can do; of `ok` empty. */
  reason: string;
  /** False = no price field may leave the server. */
  showsPrice: boolean;
};

/** The goods, as far as `buyState` looks. */
export type BuyStateGoods = Dates & {
  id: Id;
  merchantId: Id;
  /** Scope the category needs; null = none (一类器械 and the like), unknown = closed to all. */
  scope: GoodsScope;
  /** Buyer types it may be sold to; null = all. */
  buyerTypes: readonly BuyerType[] | null;
  /** Regions the merchant sells to, matched by prefix (codes or names); null = everywhere. */
  salesRegions: string[] | null;
  /** Regions the merchant leaves out, matched likewise. */
  excludedRegions: string[];
  isControlled: boolean;
  isOnShelf: boolean;
  stock: number;
  packStep: number;
  minQuantity: number;
  /** Several specs: the button says 选择规格 (djg > 1). */
  variantCount: number;
  hasGroupBuy: boolean;
  limitQuantity: number;
  dayLimit: number;
  weekLimit: number;
};

/** The logged-in company, as far as `buyState` looks. */
export type BuyStateBuyer = {
  companyId: Id;
  companyState: CompanyState;
  buyerType: BuyerType;
  /** The company's region, as a code or a name, in the same form as the merchants' regions. */
  region: string;
  scopes: ScopeCode[];
  papers: Paper[];
};

/** Further facts of this buyer and item that the result depends on. */
export type BuyStateContext = {
  now: EpochMs;
  /** State of the application for a controlled goods. */
  grant: 'none' | 'pending' | 'granted';
  limitUsed: number;
  dayUsed: number;
  weekUsed: number;
};
