import autocannon, { type Request } from 'autocannon';

const connections = 32;

export interface Load {
  perSecond: number;
  /** In ms. */
  p99: number;
}

/** As many requests as 32 connections bring about in some seconds. Throws when any is not answered well. */
export async function load(origin: string, requests: Request[], seconds: number): Promise<Load> {
  const result = await autocannon({ url: origin, connections, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${requests[0]?.path}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}
