import { isStopping } from '#lib/server/lifecycle.ts';
import { sendEnvelope } from './answer.ts';
import type { Step } from './exchange.ts';

/** Whether the database answers; asked by the readiness probe. */
export type Probe = () => Promise<boolean>;

/** GET /api/health: `live` as long as anything answers; `ready` (else 503) when buyers can be sent here. */
export function health(probe: () => Probe | undefined): Step {
  return async (exchange) => {
    if (exchange.path !== '/api/health') return false;
    const { method } = exchange.req;
    if (method !== 'GET' && method !== 'HEAD') {
      exchange.res.setHeader('Allow', 'GET, HEAD');
      sendEnvelope(exchange, 405, { code: 405, message: '不支持的请求方式', data: null });
      return true;
    }
    const check = isStopping() ? undefined : probe();
    const ready = check !== undefined && (await check());
    const message = ready ? 'ok' : isStopping() ? '正在停止' : check ? '数据库没有应答' : '正在启动';
    const code = ready ? 200 : 503;
    sendEnvelope(exchange, code, { code, message, data: { live: true, ready } });
    return true;
  };
}
