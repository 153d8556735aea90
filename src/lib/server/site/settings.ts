import { staffIdleMinutes, staffProofMinutes } from '#lib/rules/companies/staff.ts';
import { Cached } from '../core/bus/cached.ts';
import { shopIdentity, shopLicences } from '../core/process/shop-identity.ts';
import type { Db } from '../db/client.ts';
import { listSettings } from './setting-rows.ts';

/** Site settings with their defaults. */
export interface Settings {
  hotSearches: string[];
  hotLine: string;
  qq1: string;
  qq2: string;
  serviceHours: string;
  /** Licence and filing numbers of the footer. */
  licences: string[];
  /** The operator of the shop, its credit code and postal address. */
  company: string;
  creditCode: string;
  address: string;
  qualityInspectionUrl: string;
  qualityInspectionMessage: string;
  /** Page of the customer service chat; empty: QQ and telephone only. */
  chatUrl: string;
  /** Unpaid trades a company may have at once (rules 3). */
  maxUnpaidTrades: number;
  /** Yuan of one payment that leave the balance without a payment password, where none is set (rules 5). */
  payPasswordAbove: number;
  /** Minutes without a request after which a desk session ends. */
  staffIdleMinutes: number;
  /** Minutes for which a password or code given by staff is valid for acts that move money. */
  staffProofMinutes: number;
  /** True when administrators and finance people of merchants need an authenticator; off in the demo. */
  merchantsNeedTotp: boolean;
  /** Hours between the approval of another telephone for an owner and its effect. */
  ownerChangeHours: number;
  /** Yuan that one person at a desk may move by hand in a day without a second person; 0: none (rules 15). */
  actAlone: number;
  /** Yuan above which one of the two people of an act by hand is an administrator. */
  actAdminAbove: number;
  /** Allowed deviation of a transfer before the desk is asked again: yuan or percent, whichever is less. */
  transferOverYuan: number;
  transferOverPercent: number;
  /** Lowest agreed price that may be proposed, in percent of the member price. */
  agreedPriceFloor: number;
  /** Yuan a day of paid orders that one person of a desk may refund before they are shipped. */
  refundAlone: number;
  /**
   * A count or write-off of a lot needs a confirmation above this percent and number of pieces, or above this amount in
   * yuan; a put-in above this number of pieces where it is far from the usual one of its item (rules 3).
   */
  lotAskPercent: number;
  lotAskPieces: number;
  lotAskYuan: number;
  /** Lines of text under the header; empty shows none. */
  marquee: string[];
  /** Target of eleven_index, a whole address; empty stays in the shop. */
  elevenUrl: string;
  /** Content of the mini-program's QR code; empty shows the shop's own address. */
  miniProgramUrl: string;
}

/** Defaults; the operator of the shop comes from its environment. */
function defaultSettings(): Settings {
  const identity = shopIdentity();
  return {
    ...fixedDefaults,
    hotLine: identity.SHOP_HOTLINE,
    serviceHours: identity.SHOP_SERVICE_HOURS,
    licences: shopLicences(identity).map(({ name, number }) => `${name} ${number}`),
    company: identity.SHOP_COMPANY,
    creditCode: identity.SHOP_CREDIT_CODE,
    address: identity.SHOP_ADDRESS,
  };
}

type FromIdentity = 'hotLine' | 'serviceHours' | 'licences' | 'company' | 'creditCode' | 'address';

const fixedDefaults: Omit<Settings, FromIdentity> = {
  hotSearches: [],
  qq1: '',
  qq2: '',
  qualityInspectionUrl: '',
  qualityInspectionMessage:
    '每批药品的批号、生产日期和有效期写在订单详情的“物流与批号”里，药检报告在订单的“收货资料”里，缺的可以向商家索取。请打开我的订单查看。',
  chatUrl: '',
  maxUnpaidTrades: 20,
  payPasswordAbove: 5_000,
  staffIdleMinutes,
  staffProofMinutes,
  merchantsNeedTotp: true,
  ownerChangeHours: 24,
  actAlone: 10,
  actAdminAbove: 10_000,
  transferOverYuan: 1,
  transferOverPercent: 1,
  agreedPriceFloor: 70,
  refundAlone: 2_000,
  lotAskPercent: 20,
  lotAskPieces: 100,
  lotAskYuan: 20_000,
  marquee: [],
  elevenUrl: '',
  miniProgramUrl: '',
};

const cached = new Cached('settings', 5_000, async (db: Db) => complete(await listSettings(db)));

/** The site settings; a change shows at once, and within five seconds while the bus is away. */
export function getSettings(db: Db): Promise<Settings> {
  return cached.get(db);
}

/** The stored values of the right type, otherwise the defaults. */
function complete(stored: Record<string, unknown>): Settings {
  const pairs = Object.entries(defaultSettings()).map(([key, fallback]) => {
    const value = stored[key];
    // The database layer reads a stored text of digits as a number.
    if (typeof fallback === 'string' && typeof value === 'number') return [key, String(value)];
    const isAlike = typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback);
    return [key, isAlike ? value : fallback];
  });
  return Object.fromEntries(pairs) as Settings;
}
