import { staffIdleMinutes, staffProofMinutes } from '#lib/rules/companies/staff.ts';
import { Kept } from '../../bus/kept.ts';
import type { Db } from '../../db/client.ts';
import { shopIdentity, shopLicences } from '../../process/shop-identity.ts';
import { listSettings } from '../../repos/settings.ts';

/** Settings of the house with what holds when nobody set them. */
export interface Settings {
  hotSearches: string[];
  hotLine: string;
  qq1: string;
  qq2: string;
  serviceHours: string;
  /** Licence and filing numbers of the footer. */
  licences: string[];
  /** Who runs the shop, its credit code and where letters reach it. */
  company: string;
  creditCode: string;
  address: string;
  qualityInspectionUrl: string;
  qualityInspectionMessage: string;
  /** The page of the chat that the service answers in; empty: QQ and telephone only. */
  chatUrl: string;
  /** Unpaid trades a company may have at once (rules 3). */
  maxUnpaidTrades: number;
  /** Yuan of one payment that leave the balance without a payment password, where none is set (rules 5). */
  payPasswordAbove: number;
  /** Minutes without a request after which a session at a desk ends. */
  staffIdleMinutes: number;
  /** Minutes for which a password or code that staff have given holds for acts that move money. */
  staffProofMinutes: number;
  /** Whether a merchant's administrators and finance people need an authenticator; the demo sets it off. */
  merchantsNeedTotp: boolean;
  /** Hours between passing another telephone for an owner and its taking effect. */
  ownerChangeHours: number;
  /** Yuan that one person at a desk may move by hand in a day without a second one; 0: none (rules 15). */
  actAlone: number;
  /** Yuan above which an administrator is one of the two people of an act by hand. */
  actAdminAbove: number;
  /** How far a transfer may be from what is asked for before the desk is asked again: yuan or percent, whichever is less. */
  transferOverYuan: number;
  transferOverPercent: number;
  /** Percent of the member price below which no agreed price is proposed. */
  agreedPriceFloor: number;
  /** Yuan of a paid order that one person of a desk may refund before it is shipped, in a day. */
  refundAlone: number;
  /**
   * A count or write-off of a lot is asked about again above so many percent and pieces, or above so many yuan; a put-in
   * above so many pieces where it is far from the usual one of its goods (rules 3).
   */
  lotAskPercent: number;
  lotAskPieces: number;
  lotAskYuan: number;
  /** A line of text under the header; empty shows none. */
  marquee: string[];
  /** Where eleven_index leads, a whole address; empty stays in the shop. */
  elevenUrl: string;
  /** What the QR code of the mini-program says; empty shows the shop's own address. */
  miniProgramUrl: string;
}

/** What holds when nobody set anything; who runs the shop stands in its environment. */
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

const kept = new Kept('settings', 5_000, async (db: Db) => complete(await listSettings(db)));

/** The house's settings; a change shows at once, and within five seconds while the bus is away. */
export function getSettings(db: Db): Promise<Settings> {
  return kept.get(db);
}

/** What is stored, where it is of the kind it should be; else what holds by default. */
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
