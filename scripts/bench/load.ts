import autocannon, { type Request } from 'autocannon';
import { makeRandom } from '#lib/rules/text/random.ts';

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

/**
 * The same, each connection in another order. With one order for all, connections catch up with one that waits, and
 * then all of them request the same one after the other: a crowd that no buyers make.
 */
export function loadMixed(origin: string, requests: Request[], seconds: number): Promise<Load> {
  return run(origin, requests, { duration: seconds }, (nth) => {
    const random = makeRandom(`connection ${nth}`);
    const drawn = requests.map((request) => ({ request, place: random.next() }));
    return drawn.toSorted((one, other) => one.place - other.place).map(({ request }) => request);
  });
}

/** Each request once, or a few of them twice, over 32 connections. Throws when any is not answered well. */
export function loadOnce(origin: string, requests: Request[]): Promise<Load> {
  // From the start of one connection to that of the next, rounded up: none is left out in between.
  return run(origin, requests, { amount: Math.ceil(requests.length / connections) * connections });
}

async function run(
  origin: string,
  requests: Request[],
  span: { duration: number } | { amount: number },
  // Each connection begins elsewhere in the list: they are different buyers.
  orderOf = (nth: number) => {
    const from = Math.floor(nth * (requests.length / connections));
    return [...requests.slice(from), ...requests.slice(0, from)];
  },
): Promise<Load> {
  let nth = 0;
  const result = await autocannon({
    url: origin,
    connections,
    ...span,
    requests,
    setupClient: (client) => client.setRequests(orderOf(nth++ % connections)),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${requests[0]?.path}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return { calls: result.requests.total, perSecond: result.requests.average, p99: result.latency.p99 };
}
