/**
 * Demo objects with fixed ids, each with the trait in its name; `tests/server/seed.test.ts` checks them. An item id is
 * ten times the product's number (A0159 → 159) plus the offer's index: 1–4, and 9 near expiry.
 */

/** The password of every demo account. */
export const demoPassword = 'Demo@2026';

/** Staff, with the password of every demo account; `totp` is the authenticator's secret. */
export const demoStaff = {
  /** 平台管理员; the secret in Base32 is PFQW64DJFVSGK3LPFVZXIYLGMYWTAMBR. */
  platform: { username: 'guanli', totp: 'yaopi-demo-staff-001' },
  /** 平台财务, who approves requests of 平台管理员; the secret in Base32 is in the README. */
  finance: { username: 'caiwu', totp: 'yaopi-demo-staff-002' },
  /** 商家管理员 of the platform's own merchant, without an authenticator. */
  merchant: { username: 'shangjia' },
} as const;

export const companies = {
  /** 湖北武汉, pharmacy of rank 2, all scopes, 50,000.00 in the wallet. */
  demo: 1,
  /** A clinic without 中药饮片 and 抗生素. */
  clinic: 2,
  pending: 3,
  rejected: 4,
  /** Approved, but its 药品经营许可证 has run out. */
  expired: 5,
  frozen: 6,
  /** Another approved pharmacy, for ownership. */
  other: 7,
  /** A store of `demo`, which is its head office. */
  'demo-fendian': 8,
  /** In the desk's queue, the longest waiting first: one without faults, … */
  'daishen-1': 9,
  /** … whose licence has run out, … */
  'daishen-2': 10,
  /** … without a letter of authorisation, … */
  'daishen-3': 11,
  /** … a clinic, … */
  'daishen-4': 12,
  /** … and one admitted long ago that replaces a document. */
  'daishen-5': 13,
} as const;

/** The company that may buy everything without restriction. */
export const buyerApproved = companies.demo;

/** Login name → user id. The last four belong to the company of `demo`; `demo-fendian` has a store of it. */
export const users = {
  demo: 'user-demo',
  clinic: 'user-clinic',
  pending: 'user-pending',
  rejected: 'user-rejected',
  expired: 'user-expired',
  frozen: 'user-frozen',
  other: 'user-other',
  'demo-fendian': 'user-demo-fendian',
  'daishen-1': 'user-daishen-1',
  'daishen-2': 'user-daishen-2',
  'daishen-3': 'user-daishen-3',
  'daishen-4': 'user-daishen-4',
  'daishen-5': 'user-daishen-5',
  'demo-caigou': 'user-demo-caigou',
  'demo-caiwu': 'user-demo-caiwu',
  'demo-shouhuo': 'user-demo-shouhuo',
  'demo-zhidu': 'user-demo-zhidu',
} as const;

export type LoginName = keyof typeof users;

/** The two addresses of `demo`: the default one in 武汉, the other in 宜昌. */
export const addressDefault = 1;
export const addressSecond = 2;

/** The platform's own merchant, and some others named by tests. Merchant M17 does not sell to 湖北. */
export const merchantHouse = 1;
export const merchantHerbal = 2;
export const merchantOutOfArea = 17;
export const merchantColdChain = 18;
/** Asks for a 质量保证协议 before ordering, which all demo companies but `demo` have signed. */
export const merchantAsking = 10;

/** 布洛芬缓释胶囊 of the platform's own merchant, and the same product at another merchant: nothing special about either. */
export const goodsPlain = 1591;
export const goodsPlainElsewhere = 1592;
/** A third ordinary item of the platform's own merchant. */
export const goodsPlainSecond = 3921;
/** An OTC drug of brand 1 (澄贝), which its page advertises. */
export const goodsOfBrand = 1461;
export const goodsAntibiotic = 11;
/** The same 阿莫西林胶囊 at M03. */
export const goodsAntibioticElsewhere = 12;
export const goodsWithLadder = 8551;
/** Ladder of type 1: "N以内". */
export const goodsWithLadderUpTo = 8561;
/** At most 40 in all, a day, a week. */
export const goodsLimited = 3031;
export const goodsDayLimited = 3691;
export const goodsWeekLimited = 3701;
export const goodsOutOfStock = 1531;
/** Five pieces left, sold in tens. */
export const goodsBelowStep = 1541;
export const goodsNearExpiry = 8909;
/** Its lot has expired; otherwise it could be sold. */
export const goodsExpiredLot = 9551;
/** Controlled sale: without a grant for demo, with one, and with an application. */
export const goodsControlled = 10751;
export const goodsControlledGranted = 10761;
export const goodsControlledApplied = 8821;
/** For clinics and hospitals only. */
export const goodsClinicOnly = 8121;
export const goodsOutOfArea = 10271;
export const goodsOffShelf = 7771;
export const goodsHerbal = 12451;
export const goodsColdChain = 4181;
/** Cold-chain item of the platform's own merchant: an order of its own. */
export const goodsColdChainHouse = 4201;
export const goodsDevice = 15011;
/** 一类器械: needs no scope. */
export const goodsDeviceNoScope = 15921;
export const goodsHealthFood = 16661;
export const goodsNoCoupon = 8591;
export const goodsFreeShipping = 9651;
export const goodsRebate = 9661;
export const goodsPreferred = 1581;

/** Activities by kind; their items follow. All run whenever the demo runs. */
export const activities = {
  flash: 1,
  special: 11,
  groupBuy: 21,
  combination: 31,
  fullReduction: 41,
  gift: 51,
  addOn: 61,
  cashback: 71,
} as const;
/** The special price of the zone /welfare. */
export const activityWelfare = 13;
/** The prices of /xr/tj, for companies that have paid no order yet. */
export const activityNewcomers = 14;
export const goodsFlash = 7761;
export const goodsSpecial = 2571;
export const goodsGroupBuy = 15951;
/**
 * Parts of the combination, both of the platform's own merchant: a statin and aspirin, which one patient takes
 * together.
 */
export const goodsCombination = [2171, 2301] as const;

/** 满500减30, 满1000减80 at M06. */
export const goodsFullReduction = 8831;
/** 60 pieces of it earn a {@link goodsGift} at M09, each time. */
export const goodsWithGift = 5931;
export const goodsGift = 11851;
/** 200.00 of it open the add-on {@link goodsAddOn} at M16. */
export const goodsWithAddOn = 17031;
export const goodsAddOn = 17771;

/** Coupons of demo (own merchant: 300.00 − 15.00; platform: 800.00 − 30.00), and one that it may still claim. */
export const couponMerchant = 1;
export const couponPlatform = 2;
export const couponClaimable = 3;
/** In the coupon centre: not open yet, and over. */
export const couponUpcoming = 13;
export const couponEnded = 14;
/** A cash voucher of 50.00 that demo holds. */
export const voucherDemo = 11;

/**
 * Live rooms by their tokens: on air, on air for approved buyers, in some hours, tomorrow, over with a replay, and one that
 * waits for the review.
 */
export const liveRooms = {
  now: 'demo-live-now',
  rx: 'demo-live-rx',
  soon: 'demo-live-soon',
  tomorrow: 'demo-live-tomorrow',
  replay: 'demo-live-replay',
  waiting: 'demo-live-waiting',
} as const;

/** The lucky wheel that is open, and the days for which it runs: its end is moved on before it comes. */
export const openWheel = { token: 'demo-wheel-open', days: 25 } as const;
