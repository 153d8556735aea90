/** Roles of staff, and their permissions. They are separate from buyers' (rules/roles). */
import { keysOf } from '../terms/keys.ts';

/**
 * `own` is one's own session and password, `staff` managing the accounts of one's side, `audit` reading its log,
 * `clients` viewing companies, `companies` deciding about them and their documents, `requests` buyers' requests,
 * `orders` processing orders (shipping is the merchant's; the platform views), `lots` managing lots (receipt is the
 * merchant's; either may recall), `payments` money entered by people: transfers, manual refunds, providers' bills,
 * balances and vouchers moved by two people, `aftersale` deciding after-sale cases, `vouchers` requesting coupons,
 * cash vouchers, points and cards for a missed day for a company, and taking them back, `jobs` failures of background jobs, `books` a merchant's sales accounts and
 * statements (the platform reads the statements and answers objections), `onboarding`
 * 首营资料 and registered licences of merchants and items (submitting is the merchant's; the platform views, and decides
 * about registered licences), `prices` prices agreed with companies (the platform proposes, the merchant agrees),
 * `refunds` refunding paid orders that were not shipped, `shop` a merchant's contacts and return address, `duty` the
 * duty phone of a merchant's notices, `sales` viewing orders and their payments, `receipts` viewing payments, `owners`
 * requesting another owner for one who lost the phone, `openings` opening an account for a company that cannot register
 * by itself, `figures` reading what was sold, `goods` changing a merchant's own items (the platform passes changes that need a second person), `settings`
 * the shop's settings and the state of its providers, `points` reading what points are outstanding, `merchants` adding,
 * changing and stopping merchants, `letters` writing messages to companies, to one and to all that a search finds, `play`
 * the points mall with its orders, tasks and the lucky wheel, `contracts` contracts with companies: their texts (the
 * platform's), rules and seals (the merchant's), `invoices` issuing and taking back invoices, and the seller's data (the
 * platform does it for a merchant too), `taxes` rates and codes of a merchant's items (the platform views), `changes` sets
 * of changes of any rows, each kind of which wants its own permission too, `chat` answering companies in chat, `live` rooms of live
 * streaming (the merchant's; the platform examines and stops them), `tasks` saying whether the merchant pays for a task for
 * points that the platform asks it to.
 */
export type StaffPermission =
  | 'own'
  | 'staff'
  | 'audit'
  | 'clients'
  | 'companies'
  | 'requests'
  | 'orders'
  | 'lots'
  | 'payments'
  | 'aftersale'
  | 'vouchers'
  | 'jobs'
  | 'books'
  | 'onboarding'
  | 'prices'
  | 'refunds'
  | 'shop'
  | 'duty'
  | 'sales'
  | 'receipts'
  | 'owners'
  | 'openings'
  | 'goods'
  | 'settings'
  | 'merchants'
  | 'letters'
  | 'play'
  | 'taxes'
  | 'changes'
  | 'chat'
  | 'live'
  | 'figures'
  | 'contracts'
  | 'points'
  | 'tasks'
  | 'invoices';

const platform = {
  admin: {
    text: '平台管理员',
    may: [
      'own',
      'staff',
      'audit',
      'clients',
      'companies',
      'requests',
      'orders',
      'lots',
      'payments',
      'aftersale',
      'vouchers',
      'jobs',
      'books',
      'onboarding',
      'prices',
      'refunds',
      'sales',
      'receipts',
      'owners',
      'settings',
      'merchants',
      'openings',
      'goods',
      'letters',
      'play',
      'figures',
      'taxes',
      'changes',
      'points',
      'contracts',
      'invoices',
      'chat',
      'live',
    ],
  },
  review: {
    text: '质管',
    may: [
      'own',
      'clients',
      'companies',
      'sales',
      'orders',
      'lots',
      'aftersale',
      'onboarding',
      'merchants',
      'owners',
      'openings',
      'contracts',
      'live',
    ],
  },
  goods: {
    text: '商品运营',
    may: ['own', 'clients', 'requests', 'jobs', 'prices', 'goods', 'changes', 'figures'],
  },
  marketing: {
    text: '活动运营',
    may: ['own', 'clients', 'vouchers', 'jobs', 'play', 'figures', 'points', 'live'],
  },
  finance: {
    text: '平台财务',
    may: [
      'own',
      'clients',
      'sales',
      'receipts',
      'orders',
      'payments',
      'vouchers',
      'jobs',
      'refunds',
      'books',
      'figures',
      'taxes',
      'changes',
      'points',
      'invoices',
    ],
  },
  service: {
    text: '平台客服',
    may: [
      'own',
      'clients',
      'sales',
      'receipts',
      'requests',
      'orders',
      'aftersale',
      'refunds',
      'owners',
      'openings',
      'letters',
      'chat',
    ],
  },
} satisfies Record<string, { text: string; may: StaffPermission[] }>;

const merchant = {
  admin: {
    text: '商家管理员',
    may: [
      'own',
      'staff',
      'audit',
      'sales',
      'orders',
      'lots',
      'aftersale',
      'books',
      'onboarding',
      'prices',
      'refunds',
      'shop',
      'duty',
      'goods',
      'taxes',
      'changes',
      'figures',
      'contracts',
      'invoices',
      'chat',
      'live',
      'tasks',
    ],
  },
  goods: {
    text: '商家商品',
    may: ['own', 'lots', 'onboarding', 'prices', 'goods', 'taxes', 'changes'],
  },
  orders: { text: '商家订单', may: ['own', 'sales', 'orders', 'lots', 'aftersale', 'refunds', 'chat'] },
  finance: {
    text: '商家财务',
    may: ['own', 'sales', 'books', 'taxes', 'changes', 'figures', 'invoices'],
  },
  service: { text: '商家客服', may: ['own', 'sales', 'aftersale', 'chat', 'live'] },
} satisfies Record<string, { text: string; may: StaffPermission[] }>;

export type PlatformRole = keyof typeof platform;
export type MerchantRole = keyof typeof merchant;

export const platformRoles = keysOf(platform);
export const merchantRoles = keysOf(merchant);
export type StaffRole = PlatformRole | MerchantRole;
export const staffRoles: readonly StaffRole[] = [...new Set([...platformRoles, ...merchantRoles])];

/** Side of a desk: the platform's, or a merchant's. */
export type Side = 'platform' | 'merchant';
export const staffSides = ['platform', 'merchant'] as const satisfies readonly Side[];

function rowOf(side: Side, role: string): { text: string; may: readonly StaffPermission[] } | undefined {
  const rows: Record<string, { text: string; may: readonly StaffPermission[] }> =
    side === 'platform' ? platform : merchant;
  return Object.hasOwn(rows, role) ? rows[role] : undefined;
}

/** Roles of a side that have a permission. */
export function staffRolesThatMay(side: Side, permission: StaffPermission): StaffRole[] {
  const all: readonly StaffRole[] = side === 'platform' ? platformRoles : merchantRoles;
  return all.filter((role) => staffMay(side, role, permission));
}

/** True for a role that this side has. */
export function isStaffRole(side: Side, role: string): role is StaffRole {
  return rowOf(side, role) !== undefined;
}

/** The role's Chinese name; the key itself for a role that the side does not have. */
export function staffRoleText(side: Side, role: string): string {
  return rowOf(side, role)?.text ?? role;
}

/** True when a role has a permission; a role that the side does not have has none. */
export function staffMay(side: Side, role: string, permission: StaffPermission): boolean {
  return rowOf(side, role)?.may.includes(permission) ?? false;
}

const permissionNames = {
  own: '使用工作台',
  staff: '管理员工账号',
  audit: '查看审计日志',
  clients: '查看企业',
  companies: '审核企业和资质',
  requests: '处理买家的求购、申请和反馈',
  orders: '处理订单',
  lots: '管理批次',
  payments: '核对转账和账单',
  aftersale: '处理售后',
  vouchers: '提出向企业发放优惠券、现金券、积分和补签卡',
  jobs: '处理失败的后台任务',
  books: '查看账目和对账单',
  onboarding: '管理首营资料和商家证照',
  prices: '管理协议价',
  refunds: '取消已付款的订单或退款',
  shop: '修改店铺、联系方式和退货地址',
  duty: '设置值班手机',
  sales: '查看订单',
  receipts: '查看支付记录',
  owners: '申请更换负责人手机',
  settings: '修改商城设置',
  merchants: '管理商家',
  letters: '给企业发消息',
  play: '管理积分商城、任务和大转盘',
  figures: '查看经营数据',
  contracts: '管理合同',
  taxes: '维护商品税率',
  changes: '批量修改',
  chat: '接待在线客服',
  live: '主持和管理直播',
  points: '查看积分报表',
  tasks: '答复由商家承担的积分任务',
  invoices: '管理发票',
  openings: '代企业开账户',
  goods: '修改商品价格、限购和上下架',
} satisfies Record<StaffPermission, string>;

/** A permission in Chinese. */
export function permissionText(permission: StaffPermission): string {
  return permissionNames[permission];
}

/**
 * Roles of the platform that see a part of a company's file; everybody else with `clients` sees the rest. `money` is
 * balance, points and their entries, `people` phones (masked for others) and logged-in devices.
 */
const companyParts = {
  money: ['admin', 'finance'],
  people: ['admin', 'review', 'service'],
} as const satisfies Record<string, readonly PlatformRole[]>;

export type CompanyPart = keyof typeof companyParts;

/** True when a role sees a part of a company's file; a command on the server, which has no role, sees all. */
export function seesOfCompany(role: string | undefined, part: CompanyPart): boolean {
  const roles: readonly string[] = companyParts[part];
  return role === undefined || roles.includes(role);
}

/** The sentence for a missing permission: the role, what is refused, whom to ask. */
export function staffRefusal(side: Side, role: string, permission: StaffPermission): string {
  return `您的角色为${staffRoleText(side, role)}，不能${permissionNames[permission]}，请联系管理员调整`;
}

/** Lengths of a staff password; its strength is checked like a buyer's (rules/password). */
export const staffPassword = { min: 12, max: 128 };
/** Duration of a staff session, ms: a working day. */
export const staffSessionMs = 12 * 3_600_000;

/** Minutes without a request after which a desk session ends, unless the setting `staffIdleMinutes` differs. */
export const staffIdleMinutes = 30;
/** Minutes for which a password or code is valid for acts of money, unless `staffProofMinutes` differs. */
export const staffProofMinutes = 10;

/** Codes of an authenticator: six digits for half a minute, accepted one step early or late, each once. */
export const staffTotp = { digits: 6, stepMs: 30_000, window: 1, recoveryCodes: 10 };

/**
 * Merchant roles that need an authenticator where the shop requires it (setting `merchantsNeedTotp`): they manage
 * accounts or see the merchant's money. All platform staff need one.
 */
export const merchantTotpRoles = ['admin', 'finance'] as const satisfies readonly MerchantRole[];

/** What a person has to do before a desk opens; null when it is open. */
export type SetUpStep = 'password' | 'totp' | null;

/** Facts of a staff member: whether the password is the initial one, and the authenticator. */
export interface SetUpFacts {
  isPasswordInitial: boolean;
  isEnrolled: boolean;
  needsTotp: boolean;
}

/** The next step: a password of one's own first, so that an authenticator is never enrolled with a shared password. */
export function nextSetUp({ isPasswordInitial, isEnrolled, needsTotp }: SetUpFacts): SetUpStep {
  if (isPasswordInitial) return 'password';
  return needsTotp && !isEnrolled ? 'totp' : null;
}

/** Messages for a person who continues before it is done. */
export const setUpRefusals = {
  password: '请先修改初始密码',
  totp: '请先绑定身份验证器',
} satisfies Record<Exclude<SetUpStep, null>, string>;
