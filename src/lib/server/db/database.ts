import pg from 'pg';
import { env, StartupError } from '#lib/server/core/process/env.ts';
import { codeOf } from '#lib/server/core/process/error-facts.ts';
import { type OpenDatabase, openEmbedded, type Role } from './embedded.ts';

/** The database of this process, and whether it is our own. */
export interface Database extends Omit<OpenDatabase, 'how'> {
  how: OpenDatabase['how'] | 'external';
}

const EXPLAINED: Record<string, string> = {
  ECONNREFUSED: '连接被拒绝',
  ENOTFOUND: '找不到主机',
  EAI_AGAIN: '找不到主机',
  ETIMEDOUT: '连接超时',
  ECONNRESET: '连接被重置',
  '28P01': '用户名或密码不对',
  '28000': '不允许这个用户登录',
  '3D000': '库不存在',
  '53300': '连接数已满',
};

function explain(error: unknown): string {
  const said = EXPLAINED[codeOf(error) ?? ''];
  if (said) return said;
  if (!(error instanceof Error)) return '未知错误';
  return error.message.includes('timeout') ? '连接超时' : error.message;
}

/** The address without its password, for people. */
function shown(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** Checks that the database answers. Throws a StartupError with the reason and a remedy. */
export async function assertReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    throw new StartupError(
      `连不上数据库 ${shown(url)}（${explain(error)}）。请检查 DATABASE_URL 和数据库服务；去掉 DATABASE_URL 则使用自带的 PostgreSQL。`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** DATABASE_URL if it is set, else the embedded database of DATA_DIR. Close it at the end. */
export async function openDatabase(role: Role): Promise<Database> {
  const { DATABASE_URL: url, DATA_DIR: folder } = env();
  if (url === undefined) return openEmbedded(folder, role);
  await assertReachable(url);
  return { url, how: 'external', close: async () => {} };
}
