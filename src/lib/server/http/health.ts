import { type Ability, isReady } from '#lib/server/db/probe.ts';
import { replicaState } from '#lib/server/db/read-elsewhere.ts';
import { canStoreFiles } from '#lib/server/files/probe.ts';
import { type JobAlarm, jobAlarms } from '#lib/server/jobs/alarms.ts';
import { isStopping, within } from '#lib/server/process/lifecycle.ts';
import { envelope, withHeaders } from './answer.ts';
import type { Step } from './exchange.ts';

/** Time, ms, that the place of files gets for its answer: health says all within three seconds. */
const filesMs = 1_500;

/** What the database can do now; must answer within three seconds. */
export type Probe = () => Promise<Ability>;

function say({ reading, writing, clockOffMs }: Ability): string {
  if (!reading) return '数据库没有应答';
  if (!writing) return '数据库暂不能写入';
  return clockOffMs === undefined ? 'ok' : `本机时钟与数据库相差${Math.round(Math.abs(clockOffMs) / 1000)}秒`;
}

/** Only where they differ. */
function clock({ clockOffMs }: Ability): { clock_off_ms?: number } {
  return clockOffMs === undefined ? {} : { clock_off_ms: clockOffMs };
}

/** Only where the place of files takes none: uploads are refused, buyers buy on. */
async function files(): Promise<{ files?: 'failing' }> {
  return (await within(canStoreFiles(), filesMs)) === false ? { files: 'failing' } : {};
}

/** Said only when there is something to say. */
function alarms(): { jobs?: readonly JobAlarm[] } {
  const jobs = jobAlarms();
  return jobs.length === 0 ? {} : { jobs };
}

/** Said only when there is one; its lag is null when it is away. */
function replica(): { replica?: { serving: boolean; lag_ms: number | null } } {
  const state = replicaState();
  if (state === null) return {};
  const lag = Number.isFinite(state.lagMs) ? Math.round(state.lagMs) : null;
  return { replica: { serving: state.isServing, lag_ms: lag } };
}

/**
 * GET /api/health: `live` as long as anything answers; `reading` and `writing` as the database does them; `ready` (else
 * 503) when buyers can buy here. Without `writing` stored pages and reads still work, so a proxy in front of the only
 * process does better to look at `live`. `jobs` names what of the background work needs a person, `replica` how far a read replica
 * is behind, `files` that uploads cannot be stored; none of them stops a buyer. A process whose clock is far from the
 * database's is not ready: `clock_off_ms`.
 */
export function health(probe: () => Probe | undefined): Step {
  return async (exchange) => {
    if (exchange.path !== '/api/health') return undefined;
    const { method } = exchange;
    if (method !== 'GET' && method !== 'HEAD') {
      const refused = envelope(405, { code: 405, message: '不支持的请求方式', data: null });
      return withHeaders(refused, { allow: 'GET, HEAD' });
    }
    const check = isStopping() ? undefined : probe();
    const [ability, stored] = check
      ? await Promise.all([check(), files()])
      : [{ reading: false, writing: false }, {}];
    const ready = check !== undefined && isReady(ability);
    const message = check ? say(ability) : isStopping() ? '正在停止' : '正在启动';
    const code = ready ? 200 : 503;
    const { reading, writing } = ability;
    return envelope(code, {
      code,
      message,
      data: { live: true, ready, reading, writing, ...clock(ability), ...stored, ...replica(), ...alarms() },
    });
  };
}
