/** People at their browsers: a session each, calls over HTTP to one process or the other. */
import { demoPassword } from '#demo/seed/known.ts';
import type { Shop } from './shop.ts';
import type { Person } from './world.ts';

export interface Answer {
  /** 0: no answer came, and what was asked may have happened or not. */
  status: number;
  message: string;
  // What a call answers is read by whoever made it.
  data: unknown;
}

export interface Sent {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: object;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  via: number;
}

const patience = 20_000;

export class Browser {
  readonly #shop: Shop;
  readonly #sessions = new Map<string, string>();
  /** Answers of 500 and more, with what was asked. */
  readonly failures: string[] = [];

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** A call as this person; logs in where needed. */
  async call(person: Person, path: string, sent: Sent): Promise<Answer> {
    const first = await this.#once(person, path, sent);
    if (first.status !== 401) return first;
    this.#sessions.delete(person.login);
    return this.#once(person, path, sent);
  }

  /** True when nothing can be known of what came of it. */
  static isUnknown({ status }: Answer): boolean {
    return status === 0 || status >= 500;
  }

  async #once(person: Person, path: string, sent: Sent): Promise<Answer> {
    const cookie = this.#sessions.get(person.login) ?? (await this.#logIn(person, sent.via));
    if (typeof cookie !== 'string') return cookie;
    return this.#send(path, { ...sent, headers: { ...sent.headers, cookie } });
  }

  async #logIn(person: Person, via: number): Promise<string | Answer> {
    const body = { username: person.login, password: demoPassword };
    let cookie = '';
    const answer = await this.#send('/api/auth/login', { method: 'POST', body, via }, (headers) => {
      cookie = headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
    });
    // Nothing was done yet: whoever could not log in knows that.
    if (answer.status !== 200) return { ...answer, status: Browser.isUnknown(answer) ? 499 : answer.status };
    this.#sessions.set(person.login, cookie);
    return cookie;
  }

  /** Sends to a process, or to the other when that one is not there to take it. */
  async #send(
    path: string,
    { method, body, form, headers, via }: Sent,
    read?: (headers: Headers) => void,
  ): Promise<Answer> {
    const { origins } = this.#shop;
    for (let tries = 0; ; tries++) {
      const origin = origins[(via + tries) % origins.length]!;
      try {
        const answer = await fetch(new URL(path, origin), {
          method: method ?? (body || form ? 'POST' : 'GET'),
          headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
          ...(form && { body: new URLSearchParams(form) }),
          redirect: 'manual',
          signal: AbortSignal.timeout(patience),
        });
        read?.(answer.headers);
        const said = await readEnvelope(answer);
        if (answer.status >= 500) this.failures.push(`${path} via ${via}: ${answer.status} ${said.message}`);
        return { status: answer.status, ...said };
      } catch (error) {
        const { code } = ((error as Error).cause ?? {}) as { code?: string };
        if (code === 'ECONNREFUSED' && tries < origins.length) continue;
        return { status: 0, message: `no answer (${code ?? (error as Error).name})`, data: null };
      }
    }
  }
}

async function readEnvelope(answer: Response): Promise<{ message: string; data: unknown }> {
  const text = await answer.text();
  if (!answer.headers.get('content-type')?.includes('json')) return { message: '', data: null };
  const { message, data } = JSON.parse(text) as { message: string; data: unknown };
  return { message, data };
}
