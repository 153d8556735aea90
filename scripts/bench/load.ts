import autocannon, { type Request } from 'autocannon';

const connections = 32;

export interface Load {
  calls: number;
  perSecond: number;
  /** In ms. */
  p99: number;
}

/** As many requests as 32 connections bring about in some seconds. Throws when any is not answered well. */
export function load(origin: string, requests: Request[], seconds: number): Promise<Load> {
  return run(origin, requests, { duration: seconds });
}

/** Each request once, or a few of them twice, over 32 connections. Throws when any is not answered well. */
export function loadOnce(origin: string, requests: Request[]): Promise<Load> {
  // From where one connection begins to where the next does, rounded up: none is left out between them.
  return run(origin, requests, { amount: Math.ceil(requests.length / connections) * connections });
}

async function run(
  origin: string,
  requests: Request[],
  span: { duration: number } | { amount: number },
): Promise<Load> {
  let nth = 0;
  const result = await autocannon({
    url: origin,
    connections,
    ...span,
    requests,
    // Each connection begins elsewhere in the list: they are different buyers.
    setupClient: (client) => {
      const from = Math.floor((nth++ % connections) * (requests.length / connections));
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${requests[0]?.path}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return { calls: result.requests.total, perSecond: result.requests.average, p99: result.latency.p99 };
}
