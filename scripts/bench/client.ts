import { Agent, request } from 'node:http';
import { demoPassword } from '#demo/seed/known.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface Timed {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** As received: compressed, if that was requested. */
  body: Buffer;
  /** From sending to the last byte. */
  ms: number;
}

export interface Sent {
  method?: string;
  /** Sent unchanged, form-encoded. */
  form?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

/** One request over a keep-alive connection. */
export function send(
  origin: string,
  path: string,
  { method, form, cookie, headers }: Sent = {},
): Promise<Timed> {
  const begin = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, origin), {
      agent,
      method: method ?? (form === undefined ? 'GET' : 'POST'),
      headers: {
        ...(cookie && { cookie }),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    });
    call.on('response', (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const ms = performance.now() - begin;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces), ms });
      });
    });
    call.on('error', reject);
    call.end(form);
  });
}

/** The data of a call that must succeed. */
export async function ask<T>(origin: string, path: string, sent: Sent = {}): Promise<T> {
  const answer = await send(origin, path, sent);
  const text = answer.body.toString();
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text).data;
}

/** The cookies of a session. */
export async function logIn(origin: string, name: string): Promise<string> {
  const form = String(new URLSearchParams({ username: name, password: demoPassword }));
  const { status, headers, body } = await send(origin, '/api/auth/login', { form });
  if (status !== 200) throw new Error(`${name} cannot log in: ${body}`);
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Processes the jobs, `width` at a time, and returns their results in order. */
export async function atOnce<In, Out>(
  width: number,
  jobs: readonly In[],
  work: (job: In, at: number) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    while (next < jobs.length) {
      const at = next++;
      results[at] = await work(jobs[at] as In, at);
    }
  }
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** Logs accounts in and returns their cookies, in order; a few at once, because hashing is slow. */
export function logInAll(origin: string, names: readonly string[]): Promise<string[]> {
  return atOnce(4, names, (name) => logIn(origin, name));
}
