/** Settings of the ways to pay, and of the freight that a new merchant begins with. */
import type { SettingField } from './setting-groups.ts';

export const paySettings = {
  payByBalance: openWay('余额支付', '用企业余额付款，也可与在线支付搭配'),
  payByCashier: openWay('在线支付', '微信支付、支付宝等已开通的支付机构；余额充值也用它'),
  payByTransfer: openWay('对公转账', '已填写收款账户时可用'),
  payByLink: openWay('找人代付', '把付款链接发给别人代付；须同时开放在线支付'),
} as const satisfies Record<string, SettingField>;

export const joiningSettings = {
  newMerchantFee: firstRule('运费', '每单运费', 10, 1_000),
  newMerchantFree: firstRule('免运费金额', '订单满多少免运费；0为全部免运费', 500, 100_000),
  newMerchantCold: firstRule('冷链包装费', '冷藏商品每单另收', 0, 1_000),
  newMerchantMin: firstRule('起订金额', '每单至少买多少；0为不限', 0, 100_000),
} as const satisfies Record<string, SettingField>;

function openWay<Name extends string>(label: Name, help: string) {
  return {
    kind: 'yes',
    isNeeded: true,
    group: 'pay',
    label,
    help: `${help}。关闭后不能再用它发起付款，已发起的照常到账`,
    wants: 'reason',
    fallback: true,
  } as const;
}

function firstRule<Name extends string>(label: Name, help: string, fallback: number, max: number) {
  return {
    kind: 'whole',
    isNeeded: true,
    group: 'joining',
    label: `新商家的${label}` as const,
    help: `${help}。新增商家时先填的内容，已有商家不变`,
    unit: '元',
    min: 0,
    max,
    fallback,
  } as const;
}
