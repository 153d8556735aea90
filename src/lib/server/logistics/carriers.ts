/** Carriers as people write them at a desk, and as the houses call them. */

interface Carrier {
  /** What stands in a carrier's name, the longest first where one holds another. */
  names: readonly string[];
  kuaidi100: string;
  kdniao: string;
  /** It tells nothing without digits of the receiver's phone. */
  needsPhone?: true;
}

/**
 * Read from the top: a name that holds another stands above it (京东快运 above 京东). Codes are those of the houses' tables
 * (快递公司编码).
 */
const carriers: readonly Carrier[] = [
  {
    names: ['顺丰医药', '顺丰冷链', '顺丰冷运'],
    kuaidi100: 'shunfenglengyun',
    kdniao: 'SF',
    needsPhone: true,
  },
  { names: ['顺丰快运'], kuaidi100: 'shunfengkuaiyun', kdniao: 'SFKY', needsPhone: true },
  { names: ['顺丰'], kuaidi100: 'shunfeng', kdniao: 'SF', needsPhone: true },
  { names: ['中通快运'], kuaidi100: 'zhongtongkuaiyun', kdniao: 'ZTOKY' },
  { names: ['中通'], kuaidi100: 'zhongtong', kdniao: 'ZTO', needsPhone: true },
  { names: ['圆通'], kuaidi100: 'yuantong', kdniao: 'YTO' },
  { names: ['韵达快运'], kuaidi100: 'yundakuaiyun', kdniao: 'YDKY' },
  { names: ['韵达'], kuaidi100: 'yunda', kdniao: 'YD' },
  { names: ['申通'], kuaidi100: 'shentong', kdniao: 'STO' },
  { names: ['京东快运', '京东物流快运'], kuaidi100: 'jingdongkuaiyun', kdniao: 'JDKY' },
  { names: ['京东'], kuaidi100: 'jd', kdniao: 'JD' },
  { names: ['德邦快递'], kuaidi100: 'debangkuaidi', kdniao: 'DBLKY' },
  { names: ['德邦'], kuaidi100: 'debangwuliu', kdniao: 'DBL' },
  { names: ['极兔'], kuaidi100: 'jtexpress', kdniao: 'JTSD' },
  { names: ['EMS', '邮政特快'], kuaidi100: 'ems', kdniao: 'EMS' },
  { names: ['邮政', '中国邮政'], kuaidi100: 'youzhengguonei', kdniao: 'YZPY' },
  { names: ['跨越'], kuaidi100: 'kuayue', kdniao: 'KYSY', needsPhone: true },
  { names: ['安能'], kuaidi100: 'annengwuliu', kdniao: 'ANE' },
  { names: ['壹米滴答'], kuaidi100: 'yimidida', kdniao: 'YMDD' },
  { names: ['百世'], kuaidi100: 'baishiwuliu', kdniao: 'BTWL' },
];

/** The carrier that a name means; undefined for one that no house follows, like a wholesaler's own vans. */
export function findCarrier(name: string): Carrier | undefined {
  const plain = name.replaceAll(/\s/g, '').toUpperCase();
  return carriers.find(({ names }) => names.some((one) => plain.includes(one)));
}

/** True for a house's word of a carrier that tells nothing without the receiver's phone. */
export function needsPhone(house: 'kuaidi100' | 'kdniao', code: string): boolean {
  return carriers.some((one) => one[house] === code && one.needsPhone === true);
}
