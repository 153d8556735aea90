/** The part of autocannon that is used here; the package brings no types. */
declare module 'autocannon' {
  export interface Request {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: string;
  }
  export interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests of all connections together. */
    amount?: number;
    requests: Request[];
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void;
  }
  export interface Result {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
    non2xx: number;
    errors: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
