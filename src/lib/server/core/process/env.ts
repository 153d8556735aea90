import { z } from 'zod';
import { flag } from './env-shapes.ts';
import { findMisspelt, type Misspelt, misspeltText } from './misspelt.ts';
import { checkProviders, providerShapes } from './provider-settings.ts';
import { shopShapes } from './shop-fields.ts';

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, '应形如 postgres://用户:密码@主机:5432/库名')
  .refine((url) => URL.canParse(url), '不是有效的地址');

const portError = '应为 0–65535 的端口号';
const secondsError = '应为秒数，大于 0';
const drainError = '应为秒数，0 或更大';
const copiesError = '应为份数，1 或更多的整数';
const scaleError = '应为大于 0 的数字，如 1';
/** Parts of the fast way that a measurement may leave out of a process (docs/fast.md). */
export const fastParts = [
  'statement-names',
  'built-queries',
  'row-mapper',
  'cached-rows',
  'own-facts',
  'shared-terms',
  'cached-json',
] as const;
/** The same of a build: it is another build without them. */
export const buildParts = ['islands-at-once', 'cached-islands', 'whole-pages', 'joined-scripts'] as const;
export type BuildPart = (typeof buildParts)[number];
const allParts = [...fastParts, ...buildParts] as const;
const partsError = `只能是 ${allParts.join('、')}，以逗号分隔`;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const shapes = z.object({
  ...shopShapes,
  ...providerShapes,
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
    .pipe(z.array(z.enum(allParts, partsError))),
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
  .superRefine(checkProviders)
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

// What a process leaves out of the fast way, so that a measurement says what each part gains (docs/fast.md).

/** True where this process, or the build that it makes, does without a part. */
export function isWithout(part: (typeof allParts)[number]): boolean {
  return env().WITHOUT.includes(part);
}
