import { z } from 'zod';

/** `1`, `true`, `yes`, `on` in any case are true; empty counts as unset. */
const flag = z
  .enum(['1', 'true', 'yes', 'on', '0', 'false', 'no', 'off'], '只能是 1 或 0')
  .transform((word) => ['1', 'true', 'yes', 'on'].includes(word));

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, '应形如 postgres://用户:密码@主机:5432/库名')
  .refine((url) => URL.canParse(url), '不是有效的地址');

/** What a way to send text messages needs: all of a line, or none of it. */
const smsKeys = [
  ['SMS_ALIYUN_KEY_ID', 'SMS_ALIYUN_KEY_SECRET', 'SMS_ALIYUN_SIGN', 'SMS_ALIYUN_CODE_TEMPLATE'],
  [
    'SMS_TENCENT_SECRET_ID',
    'SMS_TENCENT_SECRET_KEY',
    'SMS_TENCENT_APP_ID',
    'SMS_TENCENT_SIGN',
    'SMS_TENCENT_CODE_TEMPLATE',
  ],
] as const;

const schema = z
  .object({
    NODE_ENV: z.string().default('production'),
    DATABASE_URL: postgresUrl.optional(),
    DATABASE_READ_URL: postgresUrl.optional(),
    DATABASE_DIRECT_URL: postgresUrl.optional(),
    DATA_DIR: z.string().default('.data'),
    PORT: z.coerce.number('应为 0–65535 的端口号').int().min(0).max(65_535).default(4321),
    HOST: z.string().optional(),
    SITE_URL: z.url({ protocol: /^https?$/, error: '应为 http(s):// 开头的网址' }).optional(),
    DEMO: flag.optional(),
    AUTH_SECRET: z.string().min(32, '至少 32 个字符').optional(),
    TRUST_PROXY: flag.default(false),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    CHECK_ANSWERS: flag.default(false),
    LIMIT_SCALE: z.coerce.number('应为数字，如 1').positive('应大于 0').default(1),
    SHUTDOWN_SECONDS: z.coerce.number('应为秒数').positive().default(10),
    ASSETS_DIR: z.string().optional(),
    DRAIN_SECONDS: z.coerce.number('应为秒数').min(0).default(0),
    METRICS_TOKEN: z.string().min(16, '至少 16 个字符').optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: '应为 http(s):// 开头的网址' })
      .optional(),
    BACKUP_TO: z.string().default('.backups'),
    BACKUP_KEY: z.string().min(32, '至少 32 个字符').optional(),
    SMS_ALIYUN_KEY_ID: z.string().optional(),
    SMS_ALIYUN_KEY_SECRET: z.string().optional(),
    SMS_ALIYUN_SIGN: z.string().optional(),
    SMS_ALIYUN_CODE_TEMPLATE: z.string().optional(),
    SMS_ALIYUN_ENDPOINT: z.string().default('dysmsapi.aliyuncs.com'),
    SMS_TENCENT_SECRET_ID: z.string().optional(),
    SMS_TENCENT_SECRET_KEY: z.string().optional(),
    SMS_TENCENT_APP_ID: z.string().optional(),
    SMS_TENCENT_SIGN: z.string().optional(),
    SMS_TENCENT_CODE_TEMPLATE: z.string().optional(),
    SMS_TENCENT_ENDPOINT: z.string().default('sms.tencentcloudapi.com'),
    BACKUP_KEEP: z.coerce.number('应为份数').int().min(1).default(14),
  })
  .refine((raw) => raw.DATABASE_READ_URL === undefined || raw.DATABASE_URL !== undefined, {
    path: ['DATABASE_READ_URL'],
    error: '自带的 PostgreSQL 没有只读副本，须同时设置 DATABASE_URL',
  })
  .superRefine((raw, context) => {
    for (const keys of smsKeys) {
      const missing = keys.filter((key) => raw[key] === undefined);
      if (missing.length === 0 || missing.length === keys.length) continue;
      for (const key of missing) context.addIssue({ code: 'custom', path: [key], message: '短信密钥不完整' });
    }
  })
  // Demo data never enters somebody's own database unless they ask for it.
  .transform((raw) => ({ ...raw, DEMO: raw.DEMO ?? raw.DATABASE_URL === undefined }))
  // The demo's accounts have a password that everyone knows: only this machine reaches them unless told otherwise.
  .transform((raw) => ({ ...raw, HOST: raw.HOST ?? (raw.DEMO ? '127.0.0.1' : '0.0.0.0') }));

/** The validated configuration; `.env.example` explains every key. */
export type Env = z.infer<typeof schema>;

/** A mistake of the operator: shown as one sentence without a stack, exit code 1. */
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

/** `.env` in the working folder, if there is one; what the environment says already stays. Tests have their own. */
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
    checked = parseEnv(process.env);
  }
  return checked;
}

/** Completes what was not set. Written into the process's environment, where the processes that it starts read it. */
export function completeEnv(values: Partial<Record<keyof Env, string>>): Env {
  Object.assign(process.env, values);
  checked = undefined;
  return env();
}
