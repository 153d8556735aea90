/**
 * The route table (rules 10, rules 9): frame, title and guard of each page. A path is here only when its page exists,
 * so a link can only lead to an existing page: links are made by `path()`.
 */
import { isKeyOf, keysOf } from '#lib/rules/terms/keys.ts';

import type { Permission } from '../rules/companies/roles.ts';
import type { StaffPermission } from '../rules/companies/staff.ts';
import type { Desk } from './call.ts';

/**
 * shop: header, nav, footer, side bar · user: the same with the user-centre menu · login: a narrow header · bare:
 * nothing · desk: the desks' own (layouts/Desk).
 */
export type Room = 'shop' | 'user' | 'login' | 'help' | 'bare' | 'desk';

/**
 * all: anyone · visitor: a logged-in buyer is redirected to /user · buyer: others are redirected to /login · owner:
 * people who manage the company; other roles are redirected to /user, which says why.
 */
export type Who = 'all' | 'visitor' | 'buyer' | 'owner';

/** outside: the desks' login, for visitors of the desks. */
export type DeskWho = 'outside' | Desk;

/** A page of the desks. For a buyer, the other side and a role without permission it does not exist. */
export interface DeskRoute {
  title: string;
  room: 'desk';
  who: DeskWho;
  /** The required permission. */
  may: StaffPermission;
  /**
   * Open before the person has set a password and enrolled an authenticator; every other page leads to /desk/account.
   */
  whileSettingUp?: boolean;
  /** It has no entry in the navigation. */
  isUnlisted?: boolean;
}

export interface Route {
  title: string;
  room: Room;
  who: Who | DeskWho;
  /** People of a frozen company may open it too; other pages for buyers redirect them to /user, which says why. */
  whileFrozen?: boolean;
  /** A page for visitors that people of a company without approval may open too. */
  whileRegistering?: boolean;
  /** The required permission; other roles are redirected to /user, which says why. `owner` needs `manage`. */
  needs?: Permission;
  /** Only for people with its address: hidden from search engines, and not sent to other sites as referrer. */
  isPrivate?: boolean;
  /** False: the page opens at its top instead of where it was left. */
  savesScroll?: boolean;
  /** The category menu is open next to the content (home) instead of behind its button. */
  opensCategories?: boolean;
  /** The checkout's step, 1 to 4; its steps are shown above the page. */
  step?: 1 | 2 | 3 | 4;
  hasNav?: boolean;
  hasSideBar?: boolean;
  /** The ads of the frame around the page; `float` is the floating nav. */
  ads?: readonly FrameAd[];
}

export type FrameAd = 'top' | 'top-right' | 'bottom' | 'float';

export const routes = {
  '/': {
    title: '首页',
    room: 'shop',
    who: 'all',
    opensCategories: true,
    ads: ['top', 'top-right', 'bottom', 'float'],
  },
  '/login': { title: '登录', room: 'login', who: 'visitor' },
  '/register/wechat': { title: '微信注册', room: 'login', who: 'visitor' },
  '/register/step1': { title: '会员注册', room: 'login', who: 'visitor', whileRegistering: true },
  '/register/step2': { title: '会员注册', room: 'login', who: 'visitor', whileRegistering: true },
  '/register/step3': { title: '会员注册', room: 'login', who: 'visitor', whileRegistering: true },
  '/register/dd/step1': { title: '会员注册', room: 'login', who: 'visitor', whileRegistering: true },
  '/register/dd/step2': { title: '会员注册', room: 'login', who: 'visitor', whileRegistering: true },
  '/register/dd/step3': { title: '会员注册', room: 'login', who: 'visitor', whileRegistering: true },
  '/forget/step1': { title: '忘记密码', room: 'login', who: 'visitor' },
  '/forget/link': { title: '设置密码', room: 'login', who: 'visitor' },
  '/forget/step2': { title: '重置密码', room: 'login', who: 'visitor' },
  '/forget/step3': { title: '重置成功', room: 'login', who: 'visitor' },
  '/register/invite': { title: '加入企业', room: 'login', who: 'visitor' },
  '/loading': { title: '加载中', room: 'bare', who: 'all', savesScroll: false },
  '/list': { title: '药品列表', room: 'shop', who: 'all' },
  '/list/table': { title: '药品列表', room: 'shop', who: 'all' },
  '/list/no_image': { title: '药品列表', room: 'shop', who: 'all' },
  '/list/info/[id]': { title: '商品详情', room: 'shop', who: 'all', savesScroll: false },
  '/list/info-pt/[id]': { title: '拼团详情', room: 'shop', who: 'all', savesScroll: false },
  '/ptzq': { title: '拼团专区', room: 'shop', who: 'all' },
  '/zhzq': { title: '组合购', room: 'shop', who: 'all' },
  '/hb': { title: '满额返现', room: 'shop', who: 'all' },
  '/welfare': { title: '全场94折', room: 'shop', who: 'all' },
  '/jxqzc': { title: '近效期专场', room: 'shop', who: 'all' },
  '/miaosha': { title: '限时秒杀', room: 'shop', who: 'all' },
  '/ms': { title: '限时秒杀', room: 'shop', who: 'all' },
  '/search': { title: '搜索', room: 'shop', who: 'all' },
  '/search/table': { title: '搜索', room: 'shop', who: 'all' },
  '/search/drugs': { title: '搜索', room: 'shop', who: 'all' },
  '/xr/tj': { title: '新人专享', room: 'shop', who: 'all' },
  '/jmzq': { title: '加盟专区', room: 'shop', who: 'all' },
  '/qxzq': { title: '医疗器械', room: 'shop', who: 'all' },
  '/bjp': { title: '保健品', room: 'shop', who: 'all' },
  '/zyyp': { title: '中药饮片', room: 'shop', who: 'all' },
  '/kxzq': { title: '控销专区', room: 'shop', who: 'all' },
  '/kxzq/new': { title: '控销专区', room: 'shop', who: 'all' },
  '/kxzq/goods/[url]': { title: '控销专区', room: 'shop', who: 'all' },
  '/kxzq/goods/[url]/[ads]': { title: '控销专区', room: 'shop', who: 'all' },
  '/zszq': { title: '诊所专区', room: 'shop', who: 'all' },
  '/hdzx': { title: '活动专区', room: 'shop', who: 'all' },
  '/hdzx/[id]': { title: '活动专区', room: 'shop', who: 'all' },
  '/hdzx/[id]/[cid]': { title: '活动专区', room: 'shop', who: 'all' },
  '/hdzq/[id]': { title: '活动专区', room: 'shop', who: 'all' },
  '/yjh': { title: '药交会', room: 'shop', who: 'all' },
  '/activity/eleven/jz/[id]': { title: '活动专区', room: 'shop', who: 'all' },
  '/yx': { title: '优选专区', room: 'shop', who: 'all' },
  '/yx/table': { title: '优选专区', room: 'shop', who: 'all' },
  '/yx/rule': { title: '优选规则', room: 'shop', who: 'all' },
  '/shop': { title: '商家列表', room: 'shop', who: 'all', ads: ['float'] },
  '/business/[id]': { title: '商家详情', room: 'shop', who: 'all' },
  '/ListOthershanghu': { title: '商家商品', room: 'shop', who: 'all' },
  '/ListOthershanghu/[id]': { title: '商家商品', room: 'shop', who: 'all' },
  '/ListOthershanghu/[id]/[name]': { title: '商家商品', room: 'shop', who: 'all' },
  '/list/other/[id]': { title: '商家商品', room: 'shop', who: 'all' },
  '/list/other/[id]/[name]': { title: '商家商品', room: 'shop', who: 'all' },
  '/ppzq': { title: '品牌专区', room: 'shop', who: 'all', ads: ['float'] },
  '/ppzq/[page]': { title: '品牌专区', room: 'shop', who: 'all', ads: ['float'] },
  '/ppzq/info/[id]': { title: '品牌详情', room: 'shop', who: 'all' },
  '/ppzq/info/[id]/[page]': { title: '品牌详情', room: 'shop', who: 'all' },
  '/cart': { title: '购物车', room: 'shop', who: 'buyer', step: 1, hasNav: false, hasSideBar: true },
  '/cart/step2': {
    title: '确认订单',
    room: 'shop',
    who: 'buyer',
    step: 2,
    hasNav: false,
    savesScroll: false,
  },
  '/cart/step3/[id]': {
    title: '支付订单',
    room: 'shop',
    who: 'buyer',
    step: 3,
    hasNav: false,
    savesScroll: false,
  },
  '/cart/step4': {
    title: '支付完成',
    room: 'shop',
    who: 'buyer',
    step: 4,
    hasNav: false,
    savesScroll: false,
  },
  '/cart/hm': { title: '支付订单', room: 'shop', who: 'buyer', hasNav: false, savesScroll: false },
  '/pay/[token]': { title: '代付', room: 'login', who: 'all', isPrivate: true, savesScroll: false },
  '/wechat/pay': { title: '微信支付', room: 'login', who: 'all', isPrivate: true, savesScroll: false },
  '/sandbox/pay': { title: '模拟收银台', room: 'bare', who: 'all', savesScroll: false },
  '/sandbox/wechat/connect/qrconnect': {
    title: '演示微信',
    room: 'bare',
    who: 'all',
    savesScroll: false,
  },
  '/sandbox/sms': { title: '演示短信', room: 'bare', who: 'all', savesScroll: false },
  '/order': { title: '我的订单', room: 'user', who: 'buyer', whileFrozen: true },
  '/order/info/[id]': {
    title: '订单详情',
    room: 'user',
    who: 'buyer',
    whileFrozen: true,
    savesScroll: false,
  },
  '/order/papers/[id]': {
    title: '收货资料',
    room: 'user',
    who: 'buyer',
    needs: 'papers',
    whileFrozen: true,
  },
  '/order/receive/[id]': {
    title: '验收收货',
    room: 'user',
    who: 'buyer',
    whileFrozen: true,
    savesScroll: false,
  },
  '/order/print/[id]': { title: '随货同行单', room: 'bare', who: 'buyer', whileFrozen: true },
  '/order/sh': { title: '售后服务', room: 'user', who: 'buyer', whileFrozen: true },
  '/order/sh/add': { title: '申请售后', room: 'user', who: 'buyer', savesScroll: false },
  '/order/sh/[id]': { title: '售后详情', room: 'user', who: 'buyer', whileFrozen: true, savesScroll: false },
  '/order/sh/[id]/label': { title: '寄回单', room: 'bare', who: 'buyer', whileFrozen: true },
  '/order/sp': { title: '订单审核', room: 'user', who: 'buyer', needs: 'approve' },
  '/order/sp/[id]': { title: '订单审核', room: 'user', who: 'buyer', needs: 'approve', savesScroll: false },
  '/user': { title: '会员中心', room: 'user', who: 'buyer', whileFrozen: true },
  '/zhzx/zzzj': { title: '资质证件', room: 'user', who: 'buyer', whileFrozen: true },
  '/zhzx/basic': { title: '基本信息', room: 'user', who: 'buyer' },
  '/zhzx/bgzl': { title: '变更企业资料', room: 'user', who: 'owner' },
  '/zhzx/child': { title: '子账号', room: 'user', who: 'owner' },
  '/zhzx/ddgl': { title: '多店管理', room: 'user', who: 'owner' },
  '/zhzx/ddgl/dd': { title: '多店下单', room: 'user', who: 'buyer', needs: 'order' },
  '/zhzx/qhmd': { title: '切换门店', room: 'user', who: 'buyer', whileFrozen: true },
  '/zhzx/addr': { title: '收货地址', room: 'user', who: 'buyer' },
  '/zhzx/bdwx': { title: '绑定微信', room: 'user', who: 'buyer', whileFrozen: true },
  '/zhzx/sessions': { title: '登录设备', room: 'user', who: 'buyer', whileFrozen: true },
  '/zhzx/jjdh': { title: '降价和到货提醒', room: 'user', who: 'buyer' },
  '/zhzx/zfmm': { title: '支付密码', room: 'user', who: 'buyer' },
  '/zhzx/zxzh': { title: '注销账号', room: 'user', who: 'buyer' },
  '/zhzx/wdxx': { title: '我的消息', room: 'user', who: 'buyer', whileFrozen: true },
  '/wdqb/yegl': { title: '余额管理', room: 'user', who: 'buyer' },
  '/wdqb/cz': { title: '余额充值', room: 'user', who: 'buyer' },
  '/wdqb/jfgl': { title: '积分管理', room: 'user', who: 'buyer' },
  '/wdqb/yhq': { title: '优惠券', room: 'user', who: 'buyer' },
  '/wdqb/xjq': { title: '现金券', room: 'user', who: 'buyer' },
  '/zzfw/pzqg': { title: '品种求购', room: 'user', who: 'buyer' },
  '/zzfw/pzqg/add': { title: '发布求购', room: 'user', who: 'buyer' },
  '/zzfw/pzqg/info': { title: '求购详情', room: 'user', who: 'buyer' },
  '/zzfw/kjcg': { title: '快捷采购', room: 'user', who: 'buyer' },
  '/zzfw/star': { title: '我的收藏', room: 'user', who: 'buyer' },
  '/zzfw/yjfk': { title: '意见反馈', room: 'user', who: 'buyer', whileFrozen: true },
  '/lqzx': { title: '领券中心', room: 'shop', who: 'all' },
  '/help': { title: '帮助中心', room: 'help', who: 'all' },
  // Its title is that of the entry: the subject of the page.
  '/help/[group]/[page]': { title: '', room: 'help', who: 'all' },
  '/news': { title: '新闻中心', room: 'help', who: 'all' },
  '/news/hyxw': { title: '行业新闻', room: 'help', who: 'all' },
  '/news/hyxw/[page]': { title: '行业新闻', room: 'help', who: 'all' },
  '/news/gsxw': { title: '公司新闻', room: 'help', who: 'all' },
  '/news/gsxw/[page]': { title: '公司新闻', room: 'help', who: 'all' },
  '/news/info/[id]/[type]': { title: '新闻详情', room: 'help', who: 'all' },
  '/desk': { title: '今日工作', room: 'desk', who: 'staff', may: 'own' },
  '/desk/review': { title: '企业审核', room: 'desk', who: 'platform', may: 'companies' },
  '/desk/review/[id]': { title: '企业审核', room: 'desk', who: 'platform', may: 'companies' },
  '/desk/orders': { title: '订单', room: 'desk', who: 'staff', may: 'sales' },
  '/desk/orders/[no]': { title: '订单', room: 'desk', who: 'staff', may: 'sales' },
  '/desk/orders/pick/[nos]': { title: '拣货单', room: 'desk', who: 'staff', may: 'orders' },
  '/desk/orders/[no]/note': { title: '随货同行单', room: 'desk', who: 'staff', may: 'orders' },
  '/desk/dispatch': { title: '批量发货', room: 'desk', who: 'merchant', may: 'orders' },
  '/desk/lots': { title: '批次', room: 'desk', who: 'staff', may: 'lots' },
  '/desk/lots/[goods]': { title: '批次', room: 'desk', who: 'staff', may: 'lots' },
  '/desk/stops': { title: '暂停销售', room: 'desk', who: 'platform', may: 'lots' },
  '/desk/licences': { title: '商家证照', room: 'desk', who: 'staff', may: 'onboarding' },
  '/desk/licences/[id]': { title: '商家证照', room: 'desk', who: 'platform', may: 'onboarding' },
  '/desk/contact': { title: '联系与退货', room: 'desk', who: 'merchant', may: 'shop' },
  '/desk/onboarding': { title: '首营资料', room: 'desk', who: 'staff', may: 'onboarding' },
  '/desk/onboarding/[goods]': { title: '首营资料', room: 'desk', who: 'staff', may: 'onboarding' },
  '/desk/onboarding/merchant/[merchant]': {
    title: '首营资料',
    room: 'desk',
    who: 'platform',
    may: 'onboarding',
  },
  '/desk/proposals': { title: '报价确认', room: 'desk', who: 'merchant', may: 'prices' },
  '/desk/prices': { title: '协议价', room: 'desk', who: 'merchant', may: 'prices' },
  '/desk/account-book': { title: '账目', room: 'desk', who: 'merchant', may: 'books' },
  '/desk/payments': { title: '支付记录', room: 'desk', who: 'platform', may: 'receipts' },
  '/desk/transfers': { title: '对公转账', room: 'desk', who: 'platform', may: 'payments' },
  '/desk/refunds': { title: '退款', room: 'desk', who: 'platform', may: 'payments' },
  '/desk/payouts': { title: '手工退款', room: 'desk', who: 'platform', may: 'payments' },
  '/desk/countersign': { title: '待复核', room: 'desk', who: 'platform', may: 'own' },
  '/desk/bills': { title: '机构对账', room: 'desk', who: 'platform', may: 'payments' },
  '/desk/aftersale': { title: '售后', room: 'desk', who: 'staff', may: 'aftersale' },
  '/desk/aftersale/[id]': { title: '售后', room: 'desk', who: 'staff', may: 'aftersale' },
  '/desk/companies': { title: '企业', room: 'desk', who: 'platform', may: 'clients' },
  '/desk/companies/[id]': { title: '企业', room: 'desk', who: 'platform', may: 'clients' },
  '/desk/feedback': { title: '意见反馈', room: 'desk', who: 'platform', may: 'requests' },
  '/desk/wanted': { title: '品种求购', room: 'desk', who: 'platform', may: 'requests' },
  '/desk/grants': { title: '控销申请', room: 'desk', who: 'platform', may: 'requests' },
  '/desk/papers': { title: '资质到期提醒', room: 'desk', who: 'platform', may: 'companies' },
  '/desk/jobs': { title: '后台任务', room: 'desk', who: 'platform', may: 'jobs' },
  '/desk/notices': { title: '通知', room: 'desk', who: 'merchant', may: 'own' },
  '/desk/staff': { title: '员工', room: 'desk', who: 'staff', may: 'staff' },
  '/desk/audit': { title: '审计日志', room: 'desk', who: 'staff', may: 'audit' },
  '/desk/account': { title: '我的账号', room: 'desk', who: 'staff', may: 'own', whileSettingUp: true },
  '/desk/denied': {
    title: '没有权限',
    room: 'desk',
    who: 'staff',
    may: 'own',
    whileSettingUp: true,
    isUnlisted: true,
  },
  '/desk/missing': {
    title: '没有找到',
    room: 'desk',
    who: 'staff',
    may: 'own',
    whileSettingUp: true,
    isUnlisted: true,
  },
  '/desk/login': { title: '登录', room: 'desk', who: 'outside', may: 'own' },
  '/404': { title: '页面不存在', room: 'shop', who: 'all', savesScroll: false },
} as const satisfies Record<string, (Route & { who: Who }) | DeskRoute>;

export type RoutePath = keyof typeof routes;

// Both pure: scripts that only build addresses do not include the table.
const patterns = /* @__PURE__ */ keysOf(routes);

type ParamsOf<P extends string> = P extends `${string}[${infer Name}]${infer Rest}`
  ? { [K in Name | keyof ParamsOf<Rest>]: string | number }
  : // biome-ignore lint/complexity/noBannedTypes: no parameters
    {};

type Query = Record<string, string | number | undefined>;

/**
 * The address of a page: `path('/list/info/[id]', { id: 7 })`. Values are escaped; empty query values are left out.
 */
export function path<P extends RoutePath>(
  pattern: P,
  ...args: keyof ParamsOf<P> extends never
    ? [params?: undefined, query?: Query]
    : [params: ParamsOf<P>, query?: Query]
): string {
  const [params, query] = args;
  const values: Partial<Record<string, string | number>> = params ?? {};
  const filled = pattern.replace(/\[(\w+)\]/g, (_, name: string) => encodeURIComponent(String(values[name])));
  return withQuery(filled, query);
}

/** An address made by `path()` with a query; empty values are left out. */
export function withQuery(address: string, query: Query = {}): string {
  let text = '';
  for (const key of Object.keys(query)) {
    const value = query[key];
    if (value !== undefined && value !== '') text += `${text ? '&' : '?'}${key}=${encode(String(value))}`;
  }
  return address + text;
}

/** Form encoding. A page of items has hundreds of addresses, most of them with numbers, many with the same words. */
function encode(value: string): string {
  if (/^[\w.*-]*$/.test(value)) return value;
  const known = encoded.get(value);
  if (known !== undefined) return known;
  const text = new URLSearchParams([['', value]]).toString().slice(1);
  if (encoded.size === 500) encoded.clear();
  if (value.length < 50) encoded.set(value, text);
  return text;
}
const encoded = new Map<string, string>();

/** The route of an Astro pattern (`/list/info/[id]`), or undefined for anything else. */
export function findRoute(pattern: string): Route | undefined {
  return isKeyOf(routes, pattern) ? routes[pattern] : undefined;
}

/** The pages of the desks, in the order of their navigation. */
export const deskRoutes: readonly (readonly [RoutePath, DeskRoute])[] = /* @__PURE__ */ patterns.flatMap(
  (pattern) => {
    const route = routes[pattern];
    return route.room === 'desk' ? [[pattern, route] as const] : [];
  },
);

/** The page of a desk by its pattern, or undefined for any other. */
export function findDeskRoute(pattern: string): DeskRoute | undefined {
  return deskRoutes.find(([known]) => known === pattern)?.[1];
}

/** The pattern of the page of a same-site address, or undefined; for addresses that come as data. */
export function findPattern(url: string): RoutePath | undefined {
  if (!url.startsWith('/') || url.startsWith('//')) return undefined;
  const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/').filter(Boolean);
  return patterns.find((pattern) => {
    const wanted = pattern.split('/').filter(Boolean);
    return (
      wanted.length === segments.length &&
      wanted.every((part, at) => part.startsWith('[') || part === segments[at])
    );
  });
}

/**
 * The address after logging in: `next` when it is an address of this site and not the login page, else home. Anything
 * that a browser would read as another site (`//x`, `/\\x`, `/.//x`, `https:`) is refused.
 */
export function safeNext(next: string | null | undefined): string {
  const home = path('/');
  if (!next?.startsWith('/') || !URL.canParse(next, 'http://site.invalid')) return home;
  const { origin, pathname, search, hash } = new URL(next, 'http://site.invalid');
  if (origin !== 'http://site.invalid' || pathname.startsWith('//') || pathname === path('/login'))
    return home;
  return pathname + search + hash;
}

/** The address after logging in at a desk: `next` when it is a desk page other than the login, else the first. */
export function deskNext(next: string | null | undefined): string {
  const wanted = safeNext(next);
  const pattern = findPattern(wanted) ?? '';
  const route = findDeskRoute(pattern);
  return route === undefined || route.who === 'outside' ? path('/desk') : wanted;
}

/** `subject · route title · site title`. */
export function pageTitle(route: Pick<Route, 'title'>, site: string, subject?: string): string {
  return [subject, route.title, site].filter(Boolean).join(' · ');
}
