/** A plain round-robin before several processes: each connection goes to the next of them. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface Front {
  origin: string;
  close(): Promise<void>;
}

export async function openFront(ports: readonly number[]): Promise<Front> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer({ noDelay: true }, (from) => {
    const to = connect({ port: ports[turn++ % ports.length] ?? 0, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
