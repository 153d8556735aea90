/** Carriers of the desks' list as the tracking providers call them; those that no provider follows are left out. */
import { type CarrierName, findCarrierName } from '#lib/rules/orders/carriers.ts';

interface Carrier {
  kuaidi100: string;
  kdniao: string;
  /** It answers only with digits of the receiver's phone. */
  needsPhone?: true;
}

/** Codes of the providers' tables (快递公司编码). */
const carriers: Partial<Record<CarrierName, Carrier>> = {
  顺丰医药: { kuaidi100: 'shunfenglengyun', kdniao: 'SF', needsPhone: true },
  顺丰快运: { kuaidi100: 'shunfengkuaiyun', kdniao: 'SFKY', needsPhone: true },
  顺丰速运: { kuaidi100: 'shunfeng', kdniao: 'SF', needsPhone: true },
  中通快运: { kuaidi100: 'zhongtongkuaiyun', kdniao: 'ZTOKY' },
  中通快递: { kuaidi100: 'zhongtong', kdniao: 'ZTO', needsPhone: true },
  圆通速递: { kuaidi100: 'yuantong', kdniao: 'YTO' },
  韵达快运: { kuaidi100: 'yundakuaiyun', kdniao: 'YDKY' },
  韵达快递: { kuaidi100: 'yunda', kdniao: 'YD' },
  申通快递: { kuaidi100: 'shentong', kdniao: 'STO' },
  京东快运: { kuaidi100: 'jingdongkuaiyun', kdniao: 'JDKY' },
  京东物流: { kuaidi100: 'jd', kdniao: 'JD' },
  德邦快递: { kuaidi100: 'debangkuaidi', kdniao: 'DBLKY' },
  德邦物流: { kuaidi100: 'debangwuliu', kdniao: 'DBL' },
  极兔速递: { kuaidi100: 'jtexpress', kdniao: 'JTSD' },
  邮政EMS: { kuaidi100: 'ems', kdniao: 'EMS' },
  中国邮政: { kuaidi100: 'youzhengguonei', kdniao: 'YZPY' },
  跨越速运: { kuaidi100: 'kuayue', kdniao: 'KYSY', needsPhone: true },
  安能物流: { kuaidi100: 'annengwuliu', kdniao: 'ANE' },
  壹米滴答: { kuaidi100: 'yimidida', kdniao: 'YMDD' },
  百世快运: { kuaidi100: 'baishiwuliu', kdniao: 'BTWL' },
};

/** The carrier that a name means; undefined for one that no provider follows, like a wholesaler's own vans. */
export function findCarrier(name: string): Carrier | undefined {
  const known = findCarrierName(name);
  return known === null ? undefined : carriers[known];
}

/** True for a provider's code of a carrier that answers only with the receiver's phone. */
export function needsPhone(provider: 'kuaidi100' | 'kdniao', code: string): boolean {
  return Object.values(carriers).some((one) => one[provider] === code && one.needsPhone === true);
}
