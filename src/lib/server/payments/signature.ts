/** The signature of the 模拟收银台's protocol: HMAC-SHA256 over the sorted values, as payment houses do it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '../env.ts';

type Values = Record<string, string>;

/** A key of its own, derived from the site's secret: neither tells the other. */
function key(): Buffer {
  return createHmac('sha256', env().AUTH_SECRET ?? '')
    .update('sandbox payment counter')
    .digest();
}

function canonical(values: Values): string {
  return Object.keys(values)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => `${name}=${encodeURIComponent(values[name] ?? '')}`)
    .join('&');
}

/** The values with their signature. */
export function signed(values: Values): Values {
  return { ...values, sign: createHmac('sha256', key()).update(canonical(values)).digest('hex') };
}

/** True when `sign` belongs to the other values. */
export function isSigned(values: Values): boolean {
  const given = Buffer.from(values.sign ?? '', 'hex');
  const right = createHmac('sha256', key()).update(canonical(values)).digest();
  return given.length === right.length && timingSafeEqual(given, right);
}
