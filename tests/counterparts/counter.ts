/**
 * The 模拟收银台 as a process of its own would stand: a real HTTP server with the demo's own handlers behind it, whose line
 * can be cut, held or forged. It takes this process's address, so that questions and notifies travel as they do in life.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach } from 'vitest';
import { completeEnv } from '#lib/server/core/process/env.ts';
import { freePort } from '#lib/server/core/process/free-port.ts';
import { gatewayPath, type Question, questionFields } from '#lib/server/ports/payments/counter-words.ts';
import { signAnswer, signatureHeader } from '#lib/server/ports/payments/signature.ts';
import { callHandler } from '#tests/support/request.ts';
import { POST as notify } from '../../src/pages/api/pay/notify/[provider].ts';
import { POST as gateway } from '../../src/pages/sandbox/gateway.ts';

type Act = Question['act'];

/**
 * What happens on the line: cut before the question arrives, cut after the work was done, never answered, answered by
 * somebody else, or answered with other words of the counter's own.
 */
export type Trouble = 'cut' | 'lost' | 'silent' | 'forged' | { answers: unknown };

export interface Counter {
  /** Every question that was asked, the oldest first. */
  asked: Question[];
  /** The signature of every notify that the shop was sent. */
  notified: string[];
  /** Troubles the next `times` questions of an act. All is well again after each test. */
  trouble(act: Act, kind: Trouble, times?: number): void;
  /** Nobody listens where the counter stood until the work is over. */
  away<T>(work: () => Promise<T>): Promise<T>;
  /** How often something was asked. */
  count(act: Act, isMeant?: (question: Question) => boolean): number;
}

/** Opens the counter for this test file; it closes after its last test. */
export async function openCounter(): Promise<Counter> {
  const troubles: { act: Act; kind: Trouble; left: number }[] = [];
  const asked: Question[] = [];
  const notified: string[] = [];

  function troubleOf(act: Act): Trouble | undefined {
    const found = troubles.find((one) => one.act === act && one.left > 0);
    if (found) found.left -= 1;
    return found?.kind;
  }

  async function answer(req: IncomingMessage, res: ServerResponse, raw: Buffer): Promise<void> {
    if (req.url !== gatewayPath) {
      notified.push(String(req.headers[signatureHeader]));
      const provider = req.url?.split('/').at(-1) ?? '';
      return send(res, await callHandler(notify, sent(req, raw, { provider })));
    }
    const question = questionFields.parse(JSON.parse(raw.toString()));
    asked.push(question);
    const kind = troubleOf(question.act);
    if (kind === 'silent') return;
    if (kind === 'cut') return void res.destroy();
    if (typeof kind === 'object') {
      const said = Buffer.from(JSON.stringify(kind.answers));
      const signature = signAnswer(said, String(req.headers[signatureHeader]));
      return void res.writeHead(200, { [signatureHeader]: signature }).end(said);
    }
    const response = await callHandler(gateway, sent(req, raw));
    if (kind === 'lost') return void res.destroy();
    if (kind === 'forged') response.headers.set(signatureHeader, '00'.repeat(32));
    await send(res, response);
  }

  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part);
    await answer(req, res, Buffer.concat(parts)).catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String((server.address() as AddressInfo).port);
  completeEnv({ PORT: port, HOST: '127.0.0.1' });
  afterEach(() => void troubles.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    asked,
    notified,
    trouble: (act, kind, times = 1) => void troubles.push({ act, kind, left: times }),
    async away(work) {
      completeEnv({ PORT: String(await freePort()) });
      try {
        return await work();
      } finally {
        completeEnv({ PORT: port });
      }
    },
    count: (act, isMeant = () => true) => asked.filter((one) => one.act === act && isMeant(one)).length,
  };
}

function sent(req: IncomingMessage, raw: Buffer, params: Record<string, string> = {}) {
  return { path: req.url ?? '/', params, body: raw.toString(), headers: headersOf(req) };
}

function headersOf(req: IncomingMessage): Record<string, string> {
  const own = Object.entries(req.headers).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(own), origin: 'http://counter.invalid' };
}

async function send(res: ServerResponse, response: Response): Promise<void> {
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.end(Buffer.from(await response.arrayBuffer()));
}
