/** A proxy for tests, as plain as one can be: asks health, sends requests to who is healthy, repeats nothing. */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Switch {
  url: string;
  /** Processes that said of themselves that they are ready. */
  healthy(): string[];
  close(): Promise<void>;
}

/** Looks at the health of each of `ports` every `everyMs`. */
export async function openSwitch(ports: readonly number[], everyMs: number): Promise<Switch> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  let turn = 0;

  async function look(port: number): Promise<void> {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      async (answer) => {
        await answer.text();
        return answer.ok;
      },
      () => false,
    );
    if (isReady) ready.add(port);
    else ready.delete(port);
  }

  function pass(req: IncomingMessage, res: ServerResponse): void {
    const ports = [...ready];
    const port = ports[turn++ % ports.length];
    if (port === undefined) {
      res.writeHead(502).end('nobody is ready');
      return;
    }
    const { url: path, method, headers } = req;
    const inner = request({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, { 'x-port': port });
      answer.pipe(res);
    });
    inner.on('error', (error) => {
      if (res.headersSent) res.destroy();
      else res.writeHead(502).end(String(error));
    });
    req.pipe(inner);
  }

  const server = createServer(pass).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const timer = setInterval(() => void Promise.all(ports.map(look)), everyMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    healthy: () => [...ready].map(String),
    close: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
