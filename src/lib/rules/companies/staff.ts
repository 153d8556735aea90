/** Roles of the people at the desks, and what each may do. They are other people than buyers (rules/roles). */
import { keysOf } from '../terms/keys.ts';

/**
 * `own` is one's own session and password, `staff` looking after the accounts of one's side, `audit` reading its log,
 * `clients` looking companies up, `companies` deciding about them and their papers, `requests` what buyers ask for,
 * `orders` working on orders (shipping is the merchant's; the platform looks on), `lots` looking after lots (what comes in
 * is the merchant's; either may recall), `payments` money that people enter: transfers, refunds by hand, the bills of
 * payment houses, balances and vouchers that two of them move, `aftersale` deciding after-sale cases, `vouchers` asking that a company is
 * given coupons and cash vouchers, `jobs` what background jobs could not do, `books` what a merchant's own sales came to,
 * `onboarding` 首营资料 and registered papers of merchants and goods (handing them in is the merchant's; the platform
 * looks on, and decides about registered papers), `prices` prices agreed with companies (the platform proposes, the
 * merchant agrees), `refunds` giving back paid orders that were not shipped, `shop` how a merchant is reached and where
 * goods come back to, `duty` the telephone that hears of a merchant's notices, `sales` looking at orders and what was
 * paid for them, `receipts` looking at payments, `owners` asking that an owner who lost the telephone gets another,
 * `openings` opening an account for a company that cannot register by itself.
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
  | 'openings';

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
      'onboarding',
      'prices',
      'refunds',
      'sales',
      'receipts',
      'owners',
      'openings',
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
      'owners',
      'openings',
    ],
  },
  goods: { text: '商品运营', may: ['own', 'clients', 'requests', 'jobs', 'prices'] },
  marketing: { text: '活动运营', may: ['own', 'clients', 'vouchers', 'jobs'] },
  finance: {
    text: '平台财务',
    may: ['own', 'clients', 'sales', 'receipts', 'orders', 'payments', 'vouchers', 'jobs', 'refunds'],
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
    ],
  },
  goods: { text: '商家商品', may: ['own', 'lots', 'onboarding', 'prices'] },
  orders: { text: '商家订单', may: ['own', 'sales', 'orders', 'lots', 'aftersale', 'refunds'] },
  finance: { text: '商家财务', may: ['own', 'sales', 'books'] },
  service: { text: '商家客服', may: ['own', 'sales', 'aftersale'] },
} satisfies Record<string, { text: string; may: StaffPermission[] }>;

export type PlatformRole = keyof typeof platform;
export type MerchantRole = keyof typeof merchant;

export const platformRoles = keysOf(platform);
export const merchantRoles = keysOf(merchant);
export type StaffRole = PlatformRole | MerchantRole;
export const staffRoles: readonly StaffRole[] = [...new Set([...platformRoles, ...merchantRoles])];

/** Whose desk: the platform's, or that of a merchant. */
export type Side = 'platform' | 'merchant';
export const staffSides = ['platform', 'merchant'] as const satisfies readonly Side[];

function rowOf(side: Side, role: string): { text: string; may: readonly StaffPermission[] } | undefined {
  const rows: Record<string, { text: string; may: readonly StaffPermission[] }> =
    side === 'platform' ? platform : merchant;
  return Object.hasOwn(rows, role) ? rows[role] : undefined;
}

/** True for a role that this side has. */
export function isStaffRole(side: Side, role: string): role is StaffRole {
  return rowOf(side, role) !== undefined;
}

/** The role's Chinese name; the word itself for a role that the side does not have. */
export function staffRoleText(side: Side, role: string): string {
  return rowOf(side, role)?.text ?? role;
}

/** True when a role may; a role that the side does not have may nothing. */
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
  vouchers: '提出向企业发放优惠券和现金券',
  jobs: '处理失败的后台任务',
  books: '查看账目',
  onboarding: '管理首营资料和商家证照',
  prices: '管理协议价',
  refunds: '取消已付款的订单或退款',
  shop: '修改联系方式和退货地址',
  duty: '设置值班手机',
  sales: '查看订单',
  receipts: '查看支付记录',
  owners: '申请更换负责人手机',
  openings: '代企业开账户',
} satisfies Record<StaffPermission, string>;

/** What a permission allows, in Chinese. */
export function permissionText(permission: StaffPermission): string {
  return permissionNames[permission];
}

/**
 * Roles of the platform that see a part of a company's file; everybody else with `clients` sees the rest. `money` is
 * balance, points and their entries, `people` telephones (masked to others) and the devices that are logged in.
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

/** The sentence for what a role may not do: who it is, what is refused, whom to ask. */
export function staffRefusal(side: Side, role: string, permission: StaffPermission): string {
  return `您的角色为${staffRoleText(side, role)}，不能${permissionNames[permission]}，请联系管理员调整`;
}

/** A password that staff choose; its strength is judged like a buyer's (rules/password). */
export const staffPassword = { min: 12, max: 128 };
/** How long a staff member stays logged in, ms: a working day. */
export const staffSessionMs = 12 * 3_600_000;

/** Minutes without a request after which a session at a desk ends, where the setting `staffIdleMinutes` says nothing else. */
export const staffIdleMinutes = 30;
/** Minutes for which a password or code holds for acts of money, likewise by `staffProofMinutes`. */
export const staffProofMinutes = 10;

/** Codes of an authenticator: six digits for half a minute, taken one step early or late, each once. */
export const staffTotp = { digits: 6, stepMs: 30_000, window: 1, recoveryCodes: 10 };

/**
 * Roles of a merchant's people who need an authenticator where the shop says so (setting `merchantsNeedTotp`): they manage
 * accounts or see the merchant's money. All of the platform's staff need one.
 */
export const merchantTotpRoles = ['admin', 'finance'] as const satisfies readonly MerchantRole[];

/** What a person has to do before a desk opens; null when it is open. */
export type SetUpStep = 'password' | 'totp' | null;

/** Of a person at the desks: whether the password is the one that was handed out, and the authenticator. */
export interface SetUpFacts {
  isPasswordInitial: boolean;
  isEnrolled: boolean;
  needsTotp: boolean;
}

/** The next of them: a password of one's own first, so that nobody enrols with one that was handed around. */
export function nextSetUp({ isPasswordInitial, isEnrolled, needsTotp }: SetUpFacts): SetUpStep {
  if (isPasswordInitial) return 'password';
  return needsTotp && !isEnrolled ? 'totp' : null;
}

/** What is said to those who go on before it is done. */
export const setUpRefusals = {
  password: '请先修改初始密码',
  totp: '请先绑定身份验证器',
} satisfies Record<Exclude<SetUpStep, null>, string>;
