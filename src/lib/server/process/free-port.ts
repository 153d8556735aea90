/** Ports for servers of this machine. */
import { createServer } from 'node:net';

const firstPort = 10_000;
const portCount = 20_000;
/** Processes begin at different places, so that they seldom try the same one. */
let lastPort = firstPort + ((process.pid * 97) % portCount);

/**
 * A port of 127.0.0.1 that nobody listens on. It lies below those that systems give to outgoing connections (from
 * 32,768 on): one of them, even the one that looks for the server, could take it while the server is away.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries++) {
    const port = firstPort + ((lastPort + 1 - firstPort) % portCount);
    // Taken before it is tried: who asks meanwhile tries the next one.
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
