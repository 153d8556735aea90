/** Ports for servers: free ones, below those of outgoing connections, and never the same for two who ask at once. */
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '#lib/server/core/process/free-port.ts';

test('who asks at once gets another port each, and one that is taken is passed over', async () => {
  const first = await freePort();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(first + 1, '127.0.0.1', resolve));
  try {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set([first, first + 1, ...ports]).size).toBe(22);
    for (const port of ports) expect(port).toBeLessThan(32_768);
  } finally {
    await new Promise((resolve) => taken.close(resolve));
  }
});
