/** A wire between a process and its database that can be cut, fall silent or be refused. */
import net from 'node:net';

export interface Wire {
  /** The database's address through the wire. */
  url: string;
  /** Connections that are open now, and how many were ever tried. */
  open(): number;
  tries(): number;
  /** Ends every connection at once; new ones work. */
  cut(): void;
  /** Nothing passes in either direction, nothing is closed; what was sent meanwhile passes afterwards. */
  silence(): void;
  /** Lets everything pass again. */
  speak(): void;
  /** New connections are ended as soon as they are made; `false` lets them in again. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** Opens a wire to the database of `url`. */
export async function openWire(url: string): Promise<Wire> {
  const { hostname, port } = new URL(url);
  const pairs = new Set<readonly [net.Socket, net.Socket]>();
  let [tries, isSilent, isRefusing] = [0, false, false];

  function join(pair: readonly [net.Socket, net.Socket]): void {
    pair[0].pipe(pair[1]).pipe(pair[0]);
  }

  function cut(): void {
    for (const pair of pairs) for (const end of pair) end.destroy();
  }

  const server = net.createServer((here) => {
    tries++;
    here.on('error', () => {});
    if (isRefusing) {
      here.destroy();
      return;
    }
    const there = net.connect(Number(port || 5432), hostname);
    const pair = [here, there] as const;
    pairs.add(pair);
    there.on('error', () => {});
    for (const end of pair)
      end.on('close', () => {
        for (const one of pair) one.destroy();
        pairs.delete(pair);
      });
    if (!isSilent) join(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;

  return {
    url: through.href,
    open: () => pairs.size,
    tries: () => tries,
    cut,
    silence() {
      isSilent = true;
      for (const [here, there] of pairs) {
        here.unpipe().pause();
        there.unpipe().pause();
      }
    },
    speak() {
      isSilent = false;
      for (const pair of pairs) join(pair);
    },
    refuse(value) {
      isRefusing = value;
    },
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
