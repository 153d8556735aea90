import { must } from '#lib/rules/terms/must.ts';
import type { merchant, merchantPaper, product } from '#lib/server/db/schema.ts';
import { dayFrom } from './dates.ts';

type Merchant = typeof merchant.$inferInsert & { id: number };
type Product = Pick<typeof product.$inferSelect, 'kind' | 'storage' | 'form' | 'basePrice'>;

/** The facts that decide whether a merchant carries a product: the product and its two categories. */
export type Assorted = Product & { category1: string; category2: string };

/** Division codes of the provinces on the mainland. */
const provinces =
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65'.split(' ');
/** 西藏 and 新疆: not every merchant delivers there. */
const remote = ['54', '65'];

const drugs = ['化学药', '中成药'];
const within =
  (...categories: string[]) =>
  (p: Assorted) =>
    drugs.includes(p.kind) && categories.includes(p.category1);

type Trade = {
  /** Its probability of selling what it carries, relative to the others. */
  weight: number;
  /** Its price level: 1 is the catalogue's base price. */
  level: number;
  minOrder: number;
  /** Provinces (division codes) without delivery, though its prices may be seen. */
  unserved: string[];
  carries: (p: Assorted) => boolean;
};

/** Speciality, price level, least order (fen) and unserved provinces of the 18 merchants. Cold goods: `coldSellers`. */
const trades: Record<string, Trade> = {
  M01: {
    weight: 5,
    level: 1,
    minOrder: 0,
    unserved: [],
    carries: (p) => [...drugs, '保健食品', '消毒个护'].includes(p.kind) && p.category1 !== '注射输液',
  },
  M02: { weight: 4, level: 1, minOrder: 0, unserved: [], carries: (p) => p.kind === '中药饮片' },
  M03: {
    weight: 3,
    level: 0.985,
    minOrder: 10_000,
    unserved: remote,
    carries: within('抗感染', '呼吸系统', '感冒发热', '止咳化痰', '感冒清热'),
  },
  M04: {
    weight: 2,
    level: 0.99,
    minOrder: 5_000,
    unserved: remote,
    carries: (p) => p.kind === '中成药' || within('妇科用药', '儿科用药')(p),
  },
  M05: {
    weight: 3,
    level: 1.01,
    minOrder: 10_000,
    unserved: remote,
    carries: within('心脑血管', '糖尿病内分泌', '神经系统', '泌尿系统', '泌尿代谢'),
  },
  M06: {
    weight: 3,
    level: 0.97,
    minOrder: 10_000,
    unserved: remote,
    carries: within('感冒发热', '感冒清热', '消化系统', '脾胃肝胆', '抗过敏'),
  },
  M07: { weight: 3, level: 0.95, minOrder: 30_000, unserved: remote, carries: (p) => p.kind === '中药饮片' },
  M08: {
    weight: 3,
    level: 0.98,
    minOrder: 10_000,
    unserved: remote,
    carries: within('心脑血管', '糖尿病内分泌', '心脑安神', '泌尿代谢'),
  },
  M09: {
    weight: 3,
    level: 0.99,
    minOrder: 5_000,
    unserved: ['54', '63'],
    carries: within('皮肤外用', '眼耳鼻喉', '五官用药'),
  },
  M10: {
    weight: 2,
    level: 0.98,
    minOrder: 10_000,
    unserved: [],
    carries: (p) => p.kind === '中成药' || within('骨科止痛', '骨伤风湿')(p),
  },
  M11: {
    weight: 4,
    level: 0.99,
    minOrder: 50_000,
    unserved: remote,
    carries: (p) => p.kind === '化学药' && p.form.startsWith('注射剂'),
  },
  M12: {
    weight: 2,
    level: 0.955,
    minOrder: 8_000,
    unserved: [...remote, '46'],
    carries: (p) => within('维生素矿物质')(p) || (p.kind === '化学药' && p.basePrice < 1000),
  },
  M13: {
    weight: 2,
    level: 0.975,
    minOrder: 10_000,
    unserved: remote,
    carries: (p) => drugs.includes(p.kind) && p.basePrice < 3000 && p.category1 !== '注射输液',
  },
  M14: { weight: 3, level: 1, minOrder: 10_000, unserved: remote, carries: (p) => p.kind === '医疗器械' },
  M15: {
    weight: 3,
    level: 0.97,
    minOrder: 10_000,
    unserved: remote,
    carries: (p) => ['敷料耗材', '防护用品', '计生用品', '消毒用品', '检测试纸'].includes(p.category1),
  },
  M16: {
    weight: 3,
    level: 0.98,
    minOrder: 10_000,
    unserved: [],
    carries: (p) => p.kind === '保健食品' || p.category1 === '个人护理',
  },
  M17: {
    weight: 2,
    level: 0.96,
    minOrder: 10_000,
    unserved: remote,
    carries: (p) => p.kind === '中成药' || p.category1 === '补虚药',
  },
  M18: { weight: 4, level: 1.02, minOrder: 30_000, unserved: remote, carries: isCold },
};

/** Whether a product travels in the cold chain. Only the cold merchants carry those. */
export function isCold(p: { storage: string }): boolean {
  return p.storage.startsWith('冷藏');
}

/** A merchant as a candidate for a product. */
export type Seller = Trade & { code: string; merchantId: number };

/** All of them, by their numbers. */
export const sellers: readonly Seller[] = Object.entries(trades).map(([code, trade]) => ({
  ...trade,
  code,
  merchantId: Number(code.slice(1)),
}));

/** Sellers of cold-chain items; the platform's own merchant has a warehouse for them (2). */
export const coldSellers: readonly Seller[] = ['M18', 'M01'].flatMap((code) =>
  sellers.filter((seller) => seller.code === code),
);

/** Surcharge of a cold-chain parcel, fen. */
const coldChainFee: Record<string, number> = { M01: 3000, M18: 2000 };

/** Provinces a merchant does not sell to at all: buy state 7. */
const closedTo: Record<string, string[]> = { M17: ['42', ...remote], M11: remote };

/** Provinces where every parcel costs more. */
const far = ['15', '62', '63', '64'];

function freightRules(code: string): NonNullable<Merchant['freightRules']> {
  const unserved = trades[code]?.unserved ?? [];
  const regions = far.filter((region) => !unserved.includes(region));
  return {
    // The preferred items (优选) of the platform's own merchant have separate fees.
    ...(code === 'M01' && { preferred: { fee: 800, freeFrom: 19_900 } }),
    ...(unserved.length > 0 && { unservedRegions: unserved }),
    regionFees: [{ regions, fee: 2500, freeFrom: 80_000 }],
  };
}

/** Rows of `merchants.csv` (fields by column) as merchants; id n is Mn. */
export function merchantValues(rows: Record<string, string>[], fen: (yuan: string) => number): Merchant[] {
  return rows.map((row, at) => {
    const cell = (column: string) => must(row[column], `${column} of merchant ${at + 1}`);
    const code = cell('id');
    const closed = closedTo[code];
    return {
      id: at + 1,
      code,
      shortName: cell('remarks'),
      fullName: cell('full_name'),
      province: cell('province'),
      city: cell('city'),
      address: cell('address'),
      licenceNo: cell('licence_no'),
      kind: cell('kind'),
      speciality: cell('speciality'),
      badges: cell('badges').split(';').filter(Boolean),
      policies: cell('policies').split(';').filter(Boolean),
      phone: cell('phone'),
      freeShippingAmount: fen(cell('free_shipping_amount')),
      shippingFee: fen(cell('shipping_fee')),
      coldChainFee: coldChainFee[code] ?? 0,
      minOrderAmount: trades[code]?.minOrder ?? 0,
      salesRegions: closed ? provinces.filter((province) => !closed.includes(province)) : null,
      freightRules: freightRules(code),
      sort: at + 1,
    };
  });
}

/** The demo's merchants have the ids from 1 to this one. */
export const lastMerchant = 18;
/** Days of validity of a demo merchant's licences from the day of seeding. */
export const merchantPaperDays = 900;

/** A merchant whose 药品经营许可证 ends in this many days, whenever the demo is viewed. */
export const endingLicence = { merchantId: 16, days: 30 };

/** The licences of the demo's merchants, all valid. */
export function merchantPaperValues(
  merchants: readonly Merchant[],
  now: Date,
): (typeof merchantPaper.$inferInsert)[] {
  return merchants.flatMap(({ id, licenceNo }) => {
    const paper = {
      merchantId: id,
      validFrom: dayFrom(now, -900),
      validTo: dayFrom(now, merchantPaperDays),
    };
    return [
      { ...paper, kind: 'business_licence', number: `DEMO${String(id).padStart(14, '0')}`, validTo: null },
      {
        ...paper,
        kind: 'drug_licence',
        number: licenceNo,
        ...(id === endingLicence.merchantId && { validTo: dayFrom(now, endingLicence.days) }),
      },
    ];
  });
}
