/** The steps of a shop's first day: how each stands, why, and where it is done; what a real shop lacks before it opens. */

import { keysOf } from '../terms/keys.ts';

export interface ShopFacts {
  isDemo: boolean;
  merchants: number;
  /** Selling merchants without an administrator who may log in: nobody ships their orders. */
  merchantsWithoutAdmin: number;
  /** Goods on the shelf. */
  goods: number;
  /** Roles of the platform's staff who may log in. */
  roles: readonly string[];
  /** Sentences about settings of the identity that are missing or the demo's. */
  identityFaults: readonly string[];
  hasAddress: boolean;
  hasSms: boolean;
  /** A provider of invoices besides issuing by hand. */
  hasInvoices: boolean;
  /** A way to pay besides the balance. */
  hasPayment: boolean;
  /** When the newest backup was begun; null for none. */
  backupAt: number | null;
  hasBackupKey: boolean;
  hasMetrics: boolean;
  /** Whether all machines can reach companies' files. */
  hasSharedFiles: boolean;
}

export interface Lack {
  /** A shop does not open without it; the others can wait. */
  isMust: boolean;
  text: string;
  /** The command or setting that helps. */
  next: string;
}

/** A backup that is older is as good as none, ms. */
export const oldestBackup = 26 * 3_600_000;

/** A part of the first day, in order. */
export const firstDayGroups = {
  server: '服务器',
  merchant: '商家',
  goods: '商品',
  staff: '员工',
  settings: '商城资料',
  payment: '付款方式',
  sms: '短信',
  invoices: '发票',
  backup: '备份',
} as const;
export type FirstDayGroup = keyof typeof firstDayGroups;

/** Where a step is done at a desk; empty: in the environment. */
export type FirstDayPage =
  | ''
  | '/desk/merchants/new'
  | '/desk/catalogue'
  | '/desk/staff'
  | '/desk/settings'
  | '/desk/first-day';

interface Row extends Lack {
  group: FirstDayGroup;
  page: FirstDayPage;
  /** The step once it is done. */
  done: string;
  when: (facts: ShopFacts, now: number) => boolean;
}

const staff = (role: string, name: string): Row => ({
  group: 'staff',
  page: '/desk/staff',
  done: `有${name}`,
  isMust: true,
  when: ({ roles }) => !roles.includes(role),
  text: `没有${name}`,
  next: `npm run staff -- add 登录名 --role ${role}`,
});

/** In the order of the steps. */
const rows: readonly Row[] = [
  {
    group: 'server',
    page: '',
    done: '是正式的数据库',
    isMust: true,
    when: ({ isDemo }) => isDemo,
    text: '这是演示数据库，账号和密码是公开的',
    next: '另建空的数据库，设置 DATABASE_URL 和 DEMO=0',
  },
  {
    group: 'server',
    page: '',
    done: '有对外网址',
    isMust: true,
    when: ({ hasAddress }) => !hasAddress,
    text: '没有对外网址',
    next: '设置 SITE_URL，构建和运行时相同',
  },
  {
    group: 'merchant',
    page: '/desk/merchants/new',
    done: '有商家',
    isMust: true,
    when: ({ merchants }) => merchants === 0,
    text: '没有商家',
    next: 'npm run ops -- merchant add M01 …（npm run ops -- help 列出写法）',
  },
  {
    group: 'goods',
    page: '/desk/catalogue',
    done: '有上架的商品',
    isMust: true,
    when: ({ goods }) => goods === 0,
    text: '没有上架的商品',
    next: 'npm run import -- 目录.xlsx',
  },
  staff('admin', '平台管理员'),
  staff('review', '质管'),
  staff('finance', '平台财务'),
  {
    group: 'staff',
    page: '/desk/staff',
    done: '每个商家都有管理员',
    isMust: true,
    when: ({ merchantsWithoutAdmin }) => merchantsWithoutAdmin > 0,
    text: '有商家没有管理员，订单没有人发货',
    next: 'npm run staff -- add 登录名 --role admin --merchant 编号',
  },
  {
    group: 'payment',
    page: '',
    done: '有付款方式',
    isMust: true,
    when: ({ hasPayment }) => !hasPayment,
    text: '除账户余额外没有付款方式',
    next: '设置微信支付（WECHAT_PAY_…）、支付宝（ALIPAY_…）或对公转账（BANK_…）',
  },
  {
    group: 'backup',
    page: '/desk/first-day',
    done: '有最近的备份',
    isMust: true,
    when: ({ backupAt }, now) => backupAt === null || now - backupAt > oldestBackup,
    text: '没有 26 小时之内的备份',
    next: 'npm run backup，并定时执行（deploy/yaopi-backup.timer）',
  },
  {
    group: 'backup',
    page: '',
    done: '备份已加密',
    isMust: false,
    when: ({ hasBackupKey }) => !hasBackupKey,
    text: '备份不加密',
    next: '设置 BACKUP_KEY，并另处保存',
  },
  {
    group: 'sms',
    page: '',
    done: '有短信',
    isMust: false,
    when: ({ hasSms }) => !hasSms,
    text: '没有短信：买家不能自助注册和重设密码',
    next: '设置 SMS_ALIYUN_… 或 SMS_TENCENT_…；之前在工作台“企业”代开账户',
  },
  {
    group: 'invoices',
    page: '',
    done: '有开票渠道',
    isMust: false,
    when: ({ hasInvoices }) => !hasInvoices,
    text: '没有开票渠道：商家须在电子税务局手工开票并登记号码',
    next: '设置诺诺（NUONUO_…），写法见 docs/providers/nuonuo.md',
  },
  {
    group: 'server',
    page: '',
    done: '有指标和告警',
    isMust: false,
    when: ({ hasMetrics }) => !hasMetrics,
    text: '没有指标和告警',
    next: '设置 METRICS_TOKEN，告警规则在 deploy/alerts.yml',
  },
  {
    group: 'server',
    page: '',
    done: '企业文件在共用的存储',
    isMust: false,
    when: ({ hasSharedFiles }) => !hasSharedFiles,
    text: '企业文件只在本机的文件夹里',
    next: '多台机器时设置 FILES_TO=s3://桶/前缀',
  },
];

export interface Step extends Lack {
  group: FirstDayGroup;
  page: FirstDayPage;
  isDone: boolean;
}

/** Every step with its state, in the order in which they are done. */
export function listSteps(facts: ShopFacts, now: number): Step[] {
  const identity: Step = {
    group: 'settings',
    page: '/desk/settings',
    isMust: true,
    isDone: facts.identityFaults.length === 0,
    text: facts.identityFaults.length === 0 ? '运营主体、证照和客服已填写' : facts.identityFaults.join('；'),
    next: '写法见 .env.example',
  };
  const steps = rows.map(({ when, done, text, ...row }): Step => {
    const isDone = !when(facts, now);
    return { ...row, isDone, text: isDone ? done : text };
  });
  const order = keysOf(firstDayGroups);
  return [...steps, identity].toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}

/** What is missing, required things first. */
export function listLacks(facts: ShopFacts, now: number): Lack[] {
  const identity = facts.identityFaults.map((text) => ({ isMust: true, text, next: '写法见 .env.example' }));
  const lacks = rows
    .filter(({ when }) => when(facts, now))
    .map(({ isMust, text, next }) => ({ isMust, text, next }));
  return [...identity, ...lacks].toSorted((a, b) => Number(b.isMust) - Number(a.isMust));
}
