/** The tracking providers, by the keys of the environment. */
import { env } from '../../core/process/env.ts';
import { demoLogistics } from './demo.ts';
import { kdniao } from './kdniao.ts';
import { kuaidi100 } from './kuaidi100.ts';
import type { LogisticsProvider } from './port.ts';

/** In the order in which they are asked to track a parcel. Without keys the demo has its own; a real shop has none. */
export function logisticsProviders(): LogisticsProvider[] {
  const given = env();
  const found: LogisticsProvider[] = [];
  if (given.KUAIDI100_KEY !== undefined)
    found.push(
      kuaidi100({
        key: given.KUAIDI100_KEY,
        customer: given.KUAIDI100_CUSTOMER ?? '',
        salt: given.KUAIDI100_SALT ?? '',
        endpoint: given.KUAIDI100_ENDPOINT,
      }),
    );
  if (given.KDNIAO_ID !== undefined)
    found.push(
      kdniao({
        id: given.KDNIAO_ID,
        key: given.KDNIAO_KEY ?? '',
        isPlus: given.KDNIAO_PLUS,
        endpoint: given.KDNIAO_ENDPOINT,
      }),
    );
  return found.length === 0 && given.DEMO ? [demoLogistics] : found;
}

/** A configured provider, or undefined. */
export function findLogistics(key: string): LogisticsProvider | undefined {
  return logisticsProviders().find((provider) => provider.key === key);
}
