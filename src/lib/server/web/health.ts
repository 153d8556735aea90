import { type JobAlarm, jobAlarms } from '#lib/server/core/jobs/alarms.ts';
import { isStopping, within } from '#lib/server/core/process/lifecycle.ts';
import { type Ability, isReady } from '#lib/server/db/probe.ts';
import { replicaState } from '#lib/server/db/read-elsewhere.ts';
import { canStoreFiles } from '#lib/server/ports/files/probe.ts';
import { envelope, withHeaders } from './answer.ts';
import type { Step } from './exchange.ts';

/** Time limit for the file store to answer, ms: health answers within three seconds altogether. */
const filesMs = 1_500;

/** The current ability of the database; must resolve within three seconds. */
export type Probe = () => Promise<Ability>;

function say({ reading, writing, clockOffMs }: Ability): string {
  if (!reading) return '数据库没有应答';
  if (!writing) return '数据库暂不能写入';
  return clockOffMs === undefined ? 'ok' : `本机时钟与数据库相差${Math.round(Math.abs(clockOffMs) / 1000)}秒`;
}

/** Present only where the clocks differ. */
function clock({ clockOffMs }: Ability): { clock_off_ms?: number } {
  return clockOffMs === undefined ? {} : { clock_off_ms: clockOffMs };
}

/** Present only where the file store takes no files: uploads are refused, buying goes on. */
async function files(): Promise<{ files?: 'failing' }> {
  return (await within(canStoreFiles(), filesMs)) === false ? { files: 'failing' } : {};
}

/** Present only when there are alarms. */
function alarms(): { jobs?: readonly JobAlarm[] } {
  const jobs = jobAlarms();
  return jobs.length === 0 ? {} : { jobs };
}

/** Present only when there is a replica; its lag is null when it is down. */
function replica(): { replica?: { serving: boolean; lag_ms: number | null } } {
  const state = replicaState();
  if (state === null) return {};
  const lag = Number.isFinite(state.lagMs) ? Math.round(state.lagMs) : null;
  return { replica: { serving: state.isServing, lag_ms: lag } };
}

/**
 * GET /api/health: `live` as long as the process answers; `reading` and `writing` as the database allows; `ready` (else
 * 503) when buyers can buy here. Without `writing`, stored pages and reads still work, so a proxy in front of the only
 * process should look at `live`. `jobs` names background jobs that need a person, `replica` says how far a read replica
 * lags, `files` that uploads cannot be stored; none of them stops a buyer. A process whose clock is far from the
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
