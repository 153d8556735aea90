/** The words of a message's link, by the page that it opens. */
import { findPattern, type RoutePath } from '#lib/contract/routes.ts';

const acts: { readonly [page in RoutePath]?: string } = {
  '/cart/step3/[id]': '去支付',
  '/cart/step4': '去支付',
  '/order': '查看订单',
  '/order/info/[id]': '查看订单',
  '/order/sp/[id]': '去审核',
  '/order/sh/[id]': '查看售后',
  '/order/papers/[id]': '下载资料',
  '/list/info/[id]': '去购买',
  '/zzfw/kjcg': '去补货',
  '/zzfw/dzfp': '查看发票',
  '/zzfw/dzfp/[id]': '查看发票',
  '/zzfw/pzqg/info': '查看求购',
  '/zzfw/yjfk': '查看回复',
  '/dzht': '去签署',
  '/wdqb/yegl': '查看余额',
  '/wdqb/jfgl': '查看积分',
  '/zhzx/zzzj': '更新证件',
  '/zhzx/zxzh': '查看进度',
  '/zhzx/ddgl': '管理门店',
  '/zhzx/child': '管理同事',
  '/zhzx/sessions': '检查登录',
  '/zhzx/basic': '查看资料',
};

/** 查看详情 for a page without words of its own; empty without a link. */
export function actOf(link: string): string {
  const pattern = link === '' ? undefined : findPattern(link);
  if (pattern === undefined) return '';
  return acts[pattern] ?? '查看详情';
}
