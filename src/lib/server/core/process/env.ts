import { z } from 'zod';
import { aliyunTemplate, keyWord, numberOf, smsSign, webAddress, wechatAppId } from './env-shapes.ts';
import { findMisspelt, type Misspelt, misspeltText } from './misspelt.ts';
import { readCertificates, readPrivateKey, readTheirKey } from './rsa-keys.ts';
import { shopShapes } from './shop-fields.ts';

/** `1`, `true`, `yes`, `on` in any case are true; empty counts as unset. */
const flag = z
  .enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], '只能是 1 或 0')
  .transform((word) => ['1', 'true', 'yes', 'on'].includes(word));

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, '应形如 postgres://用户:密码@主机:5432/库名')
  .refine((url) => URL.canParse(url), '不是有效的地址');

/** The result of `read`; its error message becomes the issue. */
function readBy<T>(read: (text: string) => T) {
  return z.string().transform((text, context) => {
    try {
      return read(text);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : '写法有误');
      return z.NEVER;
    }
  });
}

/** Settings of each SMS, payment or parcel provider: all of a line, or none of it. */
const keySets = [
  ['SMS_ALIYUN_KEY_ID', 'SMS_ALIYUN_KEY_SECRET', 'SMS_ALIYUN_SIGN', 'SMS_ALIYUN_CODE_TEMPLATE'],
  [
    'SMS_TENCENT_SECRET_ID',
    'SMS_TENCENT_SECRET_KEY',
    'SMS_TENCENT_APP_ID',
    'SMS_TENCENT_SIGN',
    'SMS_TENCENT_CODE_TEMPLATE',
  ],
  [
    'WECHAT_PAY_MERCHANT_ID',
    'WECHAT_PAY_APP_ID',
    'WECHAT_PAY_SERIAL',
    'WECHAT_PAY_PRIVATE_KEY',
    'WECHAT_PAY_API_KEY',
    'WECHAT_PAY_PUBLIC_KEY_ID',
    'WECHAT_PAY_PUBLIC_KEY',
  ],
  ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'],
  ['ALIPAY_APP_CERTIFICATE', 'ALIPAY_ROOT_CERTIFICATE'],
  ['BANK_ACCOUNT_NAME', 'BANK_ACCOUNT_NO', 'BANK_NAME'],
  ['KUAIDI100_KEY', 'KUAIDI100_CUSTOMER', 'KUAIDI100_SALT'],
  ['KDNIAO_ID', 'KDNIAO_KEY'],
] as const;

function groupOf(key: string): string {
  if (key.startsWith('SMS_')) return '短信';
  if (key.startsWith('BANK_')) return '对公转账';
  if (key.startsWith('KUAIDI100_')) return '快递100';
  if (key.startsWith('KDNIAO_')) return '快递鸟';
  return key.startsWith('WECHAT_') ? '微信支付' : '支付宝';
}

const portError = '应为 0–65535 的端口号';
const secondsError = '应为秒数，大于 0';
const drainError = '应为秒数，0 或更大';
const copiesError = '应为份数，1 或更多的整数';
const scaleError = '应为大于 0 的数字，如 1';
/** Parts of the fast way that a measurement may leave out (docs/fast.md). */
export const fastParts = [
  'statement-names',
  'begin-ahead',
  'built-queries',
  'row-mapper',
  'cached-rows',
  'own-facts',
  'shared-terms',
  'cached-json',
] as const;
export type FastPart = (typeof fastParts)[number];
const fastPartsError = `只能是 ${fastParts.join('、')}，以逗号分隔`;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const shapes = z.object({
  ...shopShapes,
  NODE_ENV: z.string().default('production'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  PORT: z.coerce.number(portError).int(portError).min(0, portError).max(65_535, portError).default(4321),
  HOST: z.string().optional(),
  SITE_URL: z.url({ protocol: /^https?$/, error: '应为 http(s):// 开头的网址' }).optional(),
  DEMO: flag.optional(),
  AUTH_SECRET: z.string().min(32, '至少 32 个字符').optional(),
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(logLevels, `只能是 ${logLevels.join('、')} 之一`).default('info'),
  CHECK_ANSWERS: flag.default(false),
  WITHOUT: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.enum(fastParts, fastPartsError))),
  CLOCK: z.enum(['database', 'own'], '只能是 database 或 own').default('database'),
  LIMIT_SCALE: z.coerce.number(scaleError).positive(scaleError).default(1),
  SHUTDOWN_SECONDS: z.coerce.number(secondsError).positive(secondsError).default(10),
  ASSETS_DIR: z.string().optional(),
  DRAIN_SECONDS: z.coerce.number(drainError).min(0, drainError).default(0),
  METRICS_TOKEN: z.string().min(16, '至少 16 个字符').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: '应为 http(s):// 开头的网址' })
    .optional(),
  FILES_TO: z.string().optional(),
  BACKUP_TO: z.string().default('.backups'),
  BACKUP_KEY: z.string().min(32, '至少 32 个字符').optional(),
  SMS_ALIYUN_KEY_ID: keyWord.optional(),
  SMS_ALIYUN_KEY_SECRET: keyWord.optional(),
  SMS_ALIYUN_SIGN: smsSign.optional(),
  SMS_ALIYUN_CODE_TEMPLATE: aliyunTemplate.optional(),
  SMS_ALIYUN_INVITE_TEMPLATE: aliyunTemplate.optional(),
  SMS_ALIYUN_NOTICE_TEMPLATE: aliyunTemplate.optional(),
  SMS_ALIYUN_ENDPOINT: z.string().default('dysmsapi.aliyuncs.com'),
  SMS_TENCENT_SECRET_ID: keyWord.optional(),
  SMS_TENCENT_SECRET_KEY: keyWord.optional(),
  SMS_TENCENT_APP_ID: numberOf('SDKAppID').optional(),
  SMS_TENCENT_SIGN: smsSign.optional(),
  SMS_TENCENT_CODE_TEMPLATE: numberOf('模板编号').optional(),
  SMS_TENCENT_INVITE_TEMPLATE: numberOf('模板编号').optional(),
  SMS_TENCENT_NOTICE_TEMPLATE: numberOf('模板编号').optional(),
  SMS_TENCENT_ENDPOINT: z.string().default('sms.tencentcloudapi.com'),
  WECHAT_APP_ID: wechatAppId.optional(),
  WECHAT_APP_SECRET: keyWord.optional(),
  WECHAT_OPEN_URL: webAddress.default('https://open.weixin.qq.com'),
  WECHAT_API_URL: webAddress.default('https://api.weixin.qq.com'),
  WECHAT_PAY_MERCHANT_ID: z
    .string()
    .regex(/^\d{8,10}$/, '应为 8–10 位数字的商户号')
    .optional(),
  WECHAT_PAY_APP_ID: wechatAppId.optional(),
  WECHAT_PAY_SERIAL: z
    .string()
    .regex(/^[0-9A-Fa-f]{8,40}$/, '应为商户 API 证书的序列号（16 进制）')
    .optional(),
  WECHAT_PAY_PRIVATE_KEY: readBy(readPrivateKey).optional(),
  WECHAT_PAY_API_KEY: z
    .string()
    .refine((key) => Buffer.byteLength(key) === 32, 'APIv3 密钥应为 32 个字符')
    .optional(),
  WECHAT_PAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^(PUB_KEY_ID_\d+|[0-9A-Fa-f]{8,40})$/, '应为 PUB_KEY_ID_ 开头的公钥编号，或平台证书的序列号')
    .optional(),
  WECHAT_PAY_PUBLIC_KEY: readBy(readTheirKey).optional(),
  WECHAT_PAY_CERTIFICATE: readBy(readTheirKey)
    .refine(({ serial }) => serial !== null, '应为微信支付平台证书')
    .optional(),
  WECHAT_PAY_APP_SECRET: z
    .string()
    .regex(/^[0-9a-fA-F]{32}$/, '应为公众号的 AppSecret（32 位字母和数字）')
    .optional(),
  WECHAT_PAY_ENDPOINT: webAddress.default('https://api.mch.weixin.qq.com'),
  ALIPAY_APP_ID: z
    .string()
    .regex(/^\d{16}$/, '应为 16 位数字的应用 APPID')
    .optional(),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^2088\d{12}$/, '应为 2088 开头的 16 位商家账号 PID')
    .optional(),
  ALIPAY_PRIVATE_KEY: readBy(readPrivateKey).optional(),
  ALIPAY_PUBLIC_KEY: readBy(readTheirKey).optional(),
  ALIPAY_APP_CERTIFICATE: readBy(readCertificates).optional(),
  ALIPAY_ROOT_CERTIFICATE: readBy(readCertificates).optional(),
  ALIPAY_GATEWAY: webAddress.default('https://openapi.alipay.com/gateway.do'),
  BANK_ACCOUNT_NAME: z.string().max(100, '最多 100 个字').optional(),
  BANK_ACCOUNT_NO: z
    .string()
    .transform((no) => no.replace(/[ -]/g, ''))
    .refine((no) => /^\d{8,32}$/.test(no), '应为 8–32 位数字的银行账号')
    .optional(),
  BANK_NAME: z.string().max(100, '最多 100 个字').optional(),
  BANK_CODE: z
    .string()
    .regex(/^\d{12}$/, '应为 12 位数字的联行号')
    .optional(),
  KUAIDI100_KEY: keyWord.optional(),
  KUAIDI100_CUSTOMER: keyWord.optional(),
  KUAIDI100_SALT: z.string().min(8, '至少 8 个字符').optional(),
  KUAIDI100_ENDPOINT: webAddress.default('https://poll.kuaidi100.com'),
  KDNIAO_ID: numberOf('用户ID').optional(),
  KDNIAO_KEY: keyWord.optional(),
  KDNIAO_PLUS: flag.default(false),
  KDNIAO_ENDPOINT: webAddress.default('https://api.kdniao.com'),
  BACKUP_KEEP: z.coerce.number(copiesError).int(copiesError).min(1, copiesError).default(14),
});

const schema = shapes
  .refine((raw) => raw.DATABASE_READ_URL === undefined || raw.DATABASE_URL !== undefined, {
    path: ['DATABASE_READ_URL'],
    error: '自带的 PostgreSQL 没有只读副本，须同时设置 DATABASE_URL',
  })
  .refine((raw) => (raw.WECHAT_APP_ID === undefined) === (raw.WECHAT_APP_SECRET === undefined), {
    path: ['WECHAT_APP_SECRET'],
    error: 'WECHAT_APP_ID 和 WECHAT_APP_SECRET 须同时设置',
  })
  .superRefine((raw, context) => {
    for (const keys of keySets) {
      const missing = keys.filter((key) => raw[key] === undefined);
      if (missing.length === 0 || missing.length === keys.length) continue;
      for (const key of missing)
        context.addIssue({
          code: 'custom',
          path: [key],
          message: `${groupOf(key)}${key.startsWith('BANK_') ? '账户' : '密钥'}不完整`,
        });
    }
    if (raw.WECHAT_PAY_APP_SECRET !== undefined && raw.WECHAT_PAY_MERCHANT_ID === undefined)
      context.addIssue({
        code: 'custom',
        path: ['WECHAT_PAY_MERCHANT_ID'],
        message: '设置了 WECHAT_PAY_APP_SECRET，微信支付的其余各项也须设置',
      });
    const isCertified = raw.ALIPAY_APP_CERTIFICATE !== undefined;
    if (raw.ALIPAY_PUBLIC_KEY && isCertified !== (raw.ALIPAY_PUBLIC_KEY.serial !== null))
      context.addIssue({
        code: 'custom',
        path: ['ALIPAY_PUBLIC_KEY'],
        message: isCertified
          ? '证书模式下应为支付宝公钥证书'
          : '是证书，须同时设置 ALIPAY_APP_CERTIFICATE 和 ALIPAY_ROOT_CERTIFICATE',
      });
    // A certificate contains its own number.
    const { WECHAT_PAY_PUBLIC_KEY_ID: id, WECHAT_PAY_PUBLIC_KEY: theirs } = raw;
    if (id !== undefined && theirs && theirs.serial !== null && theirs.serial !== id.toUpperCase())
      context.addIssue({
        code: 'custom',
        path: ['WECHAT_PAY_PUBLIC_KEY_ID'],
        message: `与 WECHAT_PAY_PUBLIC_KEY 里证书的序列号 ${theirs.serial} 不符`,
      });
    if (id?.startsWith('PUB_KEY_ID_') === false && theirs && theirs.serial === null)
      context.addIssue({
        code: 'custom',
        path: ['WECHAT_PAY_PUBLIC_KEY_ID'],
        message: '微信支付公钥的编号应以 PUB_KEY_ID_ 开头',
      });
  })
  // Demo data never enters an external database unless asked for.
  .transform((raw) => ({ ...raw, DEMO: raw.DEMO ?? raw.DATABASE_URL === undefined }))
  // The demo's accounts have a public password: by default only this machine reaches them.
  .transform((raw) => ({ ...raw, HOST: raw.HOST ?? (raw.DEMO ? '127.0.0.1' : '0.0.0.0') }));

/** The validated configuration; `.env.example` explains every key. */
export type Env = z.infer<typeof schema>;

/** An operator's mistake: shown as one sentence without a stack, exit code 1. */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** Checks a set of variables; empty strings count as unset. Throws a StartupError that names every wrong key. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  if (typeof given.DEMO === 'string') given.DEMO = given.DEMO.toLowerCase();
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}（${issue.message}）`);
  throw new StartupError(`环境变量有误：${wrong.join('，')}。写法见 .env.example。`);
}

/** The names of all settings. */
export const knownSettings: readonly string[] = Object.keys(shapes.shape);

/** Settings of this process with names that nothing reads. */
export function misspeltSettings(source: Record<string, string | undefined> = process.env): Misspelt[] {
  const given = Object.keys(source).filter((key) => source[key] !== undefined && source[key] !== '');
  return findMisspelt(given, knownSettings);
}

/**
 * A real shop, and each of its commands, stops at a setting that is nearly a known one: a backup would run without its
 * key.
 */
function refuseMisspelt({ DEMO }: Env): void {
  const near = DEMO ? [] : misspeltSettings().filter(({ meant }) => meant !== null);
  if (near.length > 0)
    throw new StartupError(
      `环境变量的名称有误：${near.map(misspeltText).join('；')}。不是本程序的变量请改名或删掉，写法见 .env.example。`,
    );
}

/** Loads `.env` of the working folder, if there is one; variables of the environment win. Tests have their own. */
function loadFile(): void {
  if (process.env.VITEST) return;
  try {
    process.loadEnvFile();
  } catch {
    // There is none: nothing to configure.
  }
}

let checked: Env | undefined;

/** The configuration of this process, read once. The start script has completed it (database address, secret) before the app loads. */
export function env(): Env {
  if (!checked) {
    loadFile();
    const read = parseEnv(process.env);
    refuseMisspelt(read);
    checked = read;
  }
  return checked;
}

/** Completes unset values. Written into the process's environment, which its child processes inherit. */
export function completeEnv(values: Partial<Record<keyof Env, string>>): Env {
  Object.assign(process.env, values);
  checked = undefined;
  return env();
}
