/** Ports for servers of this machine. */
import { createServer } from 'node:net';

const firstPort = 10_000;
const portCount = 20_000;
/** Processes start at different ports, so that they seldom try the same one. */
let lastPort = firstPort + ((process.pid * 97) % portCount);

/**
 * A free port of 127.0.0.1. It is below the range for outgoing connections (from 32,768 on): one of those, even one to
 * the server itself, could take it while the server is down.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries++) {
    const port = firstPort + ((lastPort + 1 - firstPort) % portCount);
    // Advanced before the attempt: a concurrent caller tries the next one.
    lastPort = port;
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => probe.close(resolve));
  return isListening;
}
