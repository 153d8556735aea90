/** What a real shop lacks before it opens, each with the next step. */

export interface ShopFacts {
  isDemo: boolean;
  merchants: number;
  /** Goods on the shelf. */
  goods: number;
  /** Roles of the platform's staff who may log in. */
  roles: readonly string[];
  /** Sentences about settings of the identity that are missing or the demo's. */
  identityFaults: readonly string[];
  hasAddress: boolean;
  hasSms: boolean;
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

interface Row extends Lack {
  when: (facts: ShopFacts, now: number) => boolean;
}

const staff = (role: string, name: string): Row => ({
  isMust: true,
  when: ({ roles }) => !roles.includes(role),
  text: `没有${name}`,
  next: `npm run staff -- add 登录名 --role ${role}`,
});

/** In the order of the steps. */
const rows: readonly Row[] = [
  {
    isMust: true,
    when: ({ isDemo }) => isDemo,
    text: '这是演示数据库，账号和密码是公开的',
    next: '另建空的数据库，设置 DATABASE_URL 和 DEMO=0',
  },
  {
    isMust: true,
    when: ({ hasAddress }) => !hasAddress,
    text: '没有对外网址',
    next: '设置 SITE_URL，构建和运行时相同',
  },
  {
    isMust: true,
    when: ({ merchants }) => merchants === 0,
    text: '没有商家',
    next: 'npm run ops -- merchant add M01 …（npm run ops -- help 列出写法）',
  },
  {
    isMust: true,
    when: ({ goods }) => goods === 0,
    text: '没有上架的商品',
    next: 'npm run import -- 目录.xlsx',
  },
  staff('admin', '平台管理员'),
  staff('review', '质管'),
  staff('finance', '平台财务'),
  {
    isMust: true,
    when: ({ hasPayment }) => !hasPayment,
    text: '除账户余额外没有付款方式',
    next: '设置微信支付（WECHAT_PAY_…）、支付宝（ALIPAY_…）或对公转账（BANK_…）',
  },
  {
    isMust: true,
    when: ({ backupAt }, now) => backupAt === null || now - backupAt > oldestBackup,
    text: '没有 26 小时之内的备份',
    next: 'npm run backup，并定时执行（deploy/yaopi-backup.timer）',
  },
  {
    isMust: false,
    when: ({ hasBackupKey }) => !hasBackupKey,
    text: '备份不加密',
    next: '设置 BACKUP_KEY，并另处保存',
  },
  {
    isMust: false,
    when: ({ hasSms }) => !hasSms,
    text: '没有短信：买家不能自助注册和重设密码',
    next: '设置 SMS_ALIYUN_… 或 SMS_TENCENT_…；之前在工作台“企业”代开账户',
  },
  {
    isMust: false,
    when: ({ hasMetrics }) => !hasMetrics,
    text: '没有指标和告警',
    next: '设置 METRICS_TOKEN，告警规则在 deploy/alerts.yml',
  },
  {
    isMust: false,
    when: ({ hasSharedFiles }) => !hasSharedFiles,
    text: '企业文件只在本机的文件夹里',
    next: '多台机器时设置 FILES_TO=s3://桶/前缀',
  },
];

/** What is missing, required things first. */
export function listLacks(facts: ShopFacts, now: number): Lack[] {
  const identity = facts.identityFaults.map((text) => ({ isMust: true, text, next: '写法见 .env.example' }));
  const lacks = rows
    .filter(({ when }) => when(facts, now))
    .map(({ isMust, text, next }) => ({ isMust, text, next }));
  return [...identity, ...lacks].toSorted((a, b) => Number(b.isMust) - Number(a.isMust));
}
