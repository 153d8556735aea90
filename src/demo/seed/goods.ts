import { isPrescription } from '#lib/rules/goods/otc.ts';
import { nearExpiryWarehouse } from '#lib/rules/terms/shelf-life.ts';
import { makeRandom, type Random } from '#lib/rules/text/random.ts';
import type { goods } from '#lib/server/db/schema.ts';
import { dayFrom, momentFrom } from './dates.ts';
import { type Assorted, coldSellers, isCold, type Seller, sellers } from './merchants.ts';
import { type DrawnGoods, traits, withTrait } from './traits.ts';

type Goods = typeof goods.$inferInsert;

/** A product in the form from which offers are generated. */
export type Offered = Assorted & {
  id: number;
  sku: string;
  name: string;
  /** 统货, 选货 of a herb, M of a device; often blank. */
  size: string;
  otc: string;
  unit: string;
  midPack: number;
  casePack: number;
  marketPrice: number;
  shelfLifeMonths: number;
};

const flaws = ['近效期', '近效期', '外盒轻微压痕', '外盒褪色', '中包装拆封'];
/** Least days on sale of items that are not new. */
const oldGoodsDays = 120;
/**
 * Injections whose offers were drawn some for all buyers and some for clinics and hospitals alone: all of a drug alike.
 * The draw is taken all the same, so what is drawn after it stays. Five drugs whose offers stand in activities keep it.
 */
const hospitalOnly: ReadonlyMap<string, boolean> = new Map([
  ['注射用青霉素钠', true],
  ['注射用头孢曲松钠', true],
  ['盐酸林可霉素注射液', true],
  ['左氧氟沙星氯化钠注射液', true],
  ['维生素C注射液', true],
  ['维生素B6注射液', true],
  ['盐酸甲氧氯普胺注射液', true],
  ['注射用奥美拉唑钠', true],
  ['注射用胸腺法新', true],
  ['注射用哌拉西林钠他唑巴坦钠', false],
  ['甘精胰岛素注射液', false],
  ['门冬胰岛素注射液', false],
  ['门冬胰岛素30注射液', false],
  ['精蛋白人胰岛素混合注射液(30R)', false],
  ['0.9%氯化钠注射液', true],
  ['5%葡萄糖注射液', false],
  ['甘露醇注射液', false],
  ['地塞米松磷酸钠注射液', false],
  ['硫酸镁注射液', false],
]);
const controlClasses = ['品牌控销', '区域控销', '终端控销'];

/** The merchants' offers of one product: one to four, and at times a last one near expiry (place 9). */
export function offersOf(product: Offered, now: Date): DrawnGoods[] {
  const random = makeRandom(product.sku);
  // A few items sell very well, most do not; cheap and non-prescription ones sell more often.
  const everyday =
    Math.min(1.5, Math.sqrt(1200 / product.basePrice)) * (isPrescription(product.otc) ? 0.7 : 1);
  const popularity = (random.next() ** 4 * 9000 + 40) * everyday;
  const offers = pickSellers(product, random).map((seller, at) =>
    offer(product, seller, at + 1, popularity, random, now),
  );
  const [first] = offers;
  const near = first && nearExpiry(product, first, random, now);
  if (near) offers.push(near);
  return offers.map((drawn) => withLotNo(withTrait(drawn, lowestPrice(drawn), now)));
}

/** 批号 by production day and item: 26112191. */
function withLotNo(offer: DrawnGoods): DrawnGoods {
  const made = (offer.producedOn ?? '').replaceAll('-', '').slice(2);
  return { ...offer, lotNo: `${made}${String(offer.id % 100).padStart(2, '0')}` };
}

/** The merchants that sell a product, best first; named offers keep their place. */
function pickSellers(product: Offered, random: Random): Seller[] {
  const fixed = [1, 2, 3, 4].map((place) => {
    const id = traits.get(product.id * 10 + place)?.merchantId;
    return sellers.find(({ merchantId }) => merchantId === id);
  });
  const open = isCold(product) ? coldSellers : sellers.filter(({ carries }) => carries(product));
  const count = Math.max(1, random.pick([1, 2, 2, 2, 3, 3, 3, 4, 4, 4]));
  const left = open.filter((seller) => !fixed.includes(seller));
  const picked: Seller[] = [];
  for (const named of fixed) {
    const seller = named ?? (picked.length < count ? takeWeighted(left, random) : undefined);
    if (!seller) break;
    picked.push(seller);
  }
  return picked;
}

/** Removes a random one from the list, with probability by weight. */
function takeWeighted(left: Seller[], random: Random): Seller | undefined {
  let at = random.next() * left.reduce((sum, { weight }) => sum + weight, 0);
  const index = left.findIndex(({ weight }) => {
    at -= weight;
    return at < 0;
  });
  return left.splice(index, 1)[0];
}

function offer(
  p: Offered,
  { code, merchantId, level }: Seller,
  place: number,
  popularity: number,
  random: Random,
  now: Date,
): DrawnGoods {
  const price = Math.max(2, Math.round(p.basePrice * level * (0.98 + random.next() * 0.06)));
  const memberPrice = random.chance(0.7) ? Math.floor(price * (0.955 + random.next() * 0.035)) : price;
  const hasRanks = random.chance(0.65);
  const rankPrices: Record<string, number> = hasRanks
    ? {
        '1': Math.floor(memberPrice * 0.99),
        '2': Math.floor(memberPrice * 0.98),
        '3': Math.floor(memberPrice * 0.965),
      }
    : {};
  const packStep = packStepOf(p, random);
  const isDrawn = p.form.startsWith('注射剂') && random.chance(0.6);
  const isHospitalOnly = hospitalOnly.get(p.name) ?? isDrawn;
  const isControlled = p.kind !== '中药饮片' && random.chance(0.012);
  const producedDaysAgo = random.int(20, Math.min(540, p.shelfLifeMonths * 30 - 270));
  return {
    id: p.id * 10 + place,
    productId: p.id,
    merchantId,
    warehouseId: isCold(p) && code === 'M01' ? 2 : 1,
    price,
    memberPrice,
    rankPrices,
    marketPrice: Math.max(p.marketPrice, Math.ceil(price * 1.15)),
    stock: stockOf(p, packStep, random),
    packStep,
    casePack: p.casePack,
    minQuantity: packStep * (random.chance(0.12) ? 2 : 1),
    limitQuantity: random.chance(0.04) ? packStep * random.int(10, 40) : 0,
    dayLimit: random.chance(0.02) ? packStep * random.int(5, 20) : 0,
    weekLimit: random.chance(0.015) ? packStep * random.int(10, 30) : 0,
    ...ladderOf(packStep, rankPrices['3'] ?? memberPrice, random),
    producedOn: dayFrom(now, -producedDaysAgo),
    expiresOn: dayFrom(now, Math.round(p.shelfLifeMonths * 30.44) - producedDaysAgo),
    buyerTypes: isHospitalOnly ? ['clinic', 'hospital'] : null,
    isControlled,
    controlClass: isControlled ? random.pick(controlClasses) : '',
    withCoupon: !random.chance(0.06),
    isPreferred: code === 'M01' && random.chance(0.12),
    isColdChain: isCold(p),
    freeShippingNumber: random.chance(0.03) ? packStep * random.int(4, 12) : 0,
    level: levelOf(p),
    rebate: random.chance(0.03) ? Math.max(1, Math.floor(memberPrice * 0.02)) : 0,
    flaw: '',
    isOnShelf: !random.chance(0.008),
    sales: Math.floor((popularity * (0.4 + random.next() * 0.6)) / place),
    createdAt: offeredSince(p, place, now),
  };
}

/** 商品等级 of a herb, in the trade terms of its catalogue: 选货 is sorted from 统货. */
const herbLevels: Record<string, string> = {
  选货: '一级',
  一等: '特级',
  二等: '一级',
  甲级: '特级',
  统货: '统货',
};

function levelOf({ kind, size }: Offered): string {
  return kind === '中药饮片' ? (herbLevels[size] ?? '') : '';
}

/** Some items are new within the last month, the others spread over two years and more; named ones are not new. */
function offeredSince(p: Offered, place: number, now: Date): Date {
  // A random source of its own: other generated values stay the same.
  const random = makeRandom(`${p.sku}/${place}/since`);
  const isNews = random.chance(0.04) && !traits.has(p.id * 10 + place);
  return momentFrom(now, -(isNews ? 0.2 + random.next() * 28 : oldGoodsDays + random.next() * 800));
}

function packStepOf(p: Offered, random: Random): number {
  if (random.chance(0.6)) return p.midPack;
  return random.pick([1, p.midPack % 5 === 0 ? 5 : p.midPack, p.midPack]);
}

/** Few out of stock, some scarce, most from tens to some thousand; expensive items are stocked in small numbers. */
function stockOf(p: Offered, packStep: number, random: Random): number {
  if (random.chance(0.03)) return 0;
  if (random.chance(0.02)) return random.int(1, packStep);
  const most = p.basePrice > 5000 ? 200 : p.basePrice > 2000 ? 900 : 4500;
  return Math.floor(packStep * 4 + random.next() ** 2 * most);
}

type Tiers = Record<'from' | 'upTo', [packs: number, share: number][]>;

const twoTiers: Tiers = {
  from: [
    [5, 0.98],
    [20, 0.955],
  ],
  upTo: [
    [5, 0.955],
    [20, 0.98],
  ],
};
const threeTiers: Tiers = {
  from: [
    [5, 0.98],
    [20, 0.955],
    [60, 0.93],
  ],
  upTo: [
    [5, 0.93],
    [20, 0.955],
    [60, 0.98],
  ],
};

/**
 * Tiers below every rank price, so that a ladder always pays. Type 2 reads "from N on": more is cheaper. Type 1 reads
 * "up to N": the smaller purchase is cheaper.
 */
function ladderOf(step: number, lowest: number, random: Random): Pick<Goods, 'ladder' | 'ladderType'> {
  const kind = random.next();
  if (kind > 0.13 || lowest < 200) return { ladder: [], ladderType: 'from' };
  const isUpTo = kind < 0.025;
  const { upTo, from } = random.int(2, 3) === 2 ? twoTiers : threeTiers;
  const tiers = isUpTo ? upTo : from;
  const ladder = tiers.map(([packs, share]) => ({ number: step * packs, price: Math.floor(lowest * share) }));
  return { ladder, ladderType: isUpTo ? 'up_to' : 'from' };
}

/** The lowest price any rank pays without a promotion. */
export function lowestPrice(drawn: Goods): number {
  return Math.min(drawn.memberPrice, ...Object.values(drawn.rankPrices ?? {}));
}

/** The rest of an older lot, cheaper, in the near-expiry warehouse of the first seller. */
function nearExpiry(p: Offered, first: DrawnGoods, random: Random, now: Date): DrawnGoods | undefined {
  const id = p.id * 10 + 9;
  const isDrawn = random.chance(0.045) && !first.isColdChain && !first.isControlled;
  if (!isDrawn && !traits.has(id)) return undefined;
  const daysLeft = random.int(50, 170);
  const share = daysLeft < 90 ? 0.5 : 0.68;
  const memberPrice = Math.max(1, Math.floor(first.memberPrice * share));
  return {
    ...first,
    id,
    warehouseId: nearExpiryWarehouse,
    price: Math.max(1, Math.floor(first.price * share)),
    memberPrice,
    rankPrices: {},
    ladder: [],
    stock: random.int(first.packStep ?? 1, 240),
    limitQuantity: 0,
    dayLimit: 0,
    weekLimit: 0,
    withCoupon: false,
    isPreferred: false,
    freeShippingNumber: 0,
    rebate: 0,
    flaw: random.pick(flaws),
    isOnShelf: true,
    producedOn: dayFrom(now, daysLeft - Math.round(p.shelfLifeMonths * 30.44)),
    expiresOn: dayFrom(now, daysLeft),
    sales: Math.floor((first.sales ?? 0) / 5),
  };
}
