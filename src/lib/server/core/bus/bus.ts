/**
 * Messages between the processes of one database, over LISTEN and NOTIFY: one connection a process for all its
 * subscribers.
 */
import { directUrl } from '../process/direct-url.ts';
import { env } from '../process/env.ts';
import { isStopping } from '../process/lifecycle.ts';
import { log } from '../process/log.ts';
import { type Channel, channels, type Message, parseMessage } from './channels.ts';
import { openConnection } from './connection.ts';

const reconnectMs = 1_000;

export interface Subscriber {
  /** Handlers of the channels that it subscribes to. */
  on: { [C in Channel]?: (message: Message<C>) => void };
  /** The connection is lost: messages from now on are missed. */
  onLost?: () => void;
  /** The connection was lost for a while and is back: messages may have been missed. */
  onGap: () => void;
}

/** One connection for any number of subscribers: opened for the first, closed after the last. */
export class Bus {
  private readonly urlOf: () => string;
  private readonly subscribers = new Set<Subscriber>();
  /** The connection, or the attempt to open it; undefined while there is none. */
  private opened: Promise<() => Promise<void>> | undefined;
  /** Subscribers at the time of a loss: they are notified of the gap when the connection is back. */
  private readonly missing = new Set<Subscriber>();
  private timer: NodeJS.Timeout | undefined;

  /** `urlOf` is called when the connection is opened. */
  constructor(urlOf: () => string) {
    this.urlOf = urlOf;
  }

  /**
   * Delivers messages from when it resolves until the returned function is called. Rejects while the database cannot be
   * reached; a connection that is lost later is reopened automatically.
   */
  async subscribe(subscriber: Subscriber): Promise<() => Promise<void>> {
    this.subscribers.add(subscriber);
    try {
      await this.open();
    } catch (error) {
      await this.leave(subscriber);
      throw error;
    }
    return () => this.leave(subscriber);
  }

  private open(): Promise<() => Promise<void>> {
    if (this.opened) return this.opened;
    const opened = openConnection({
      url: this.urlOf(),
      channels,
      onMessage: (channel, payload) => {
        const known = channels.find((name) => name === channel);
        if (known !== undefined) this.deliver(known, payload);
      },
      onEnd: () => this.lose(opened),
    });
    this.opened = opened;
    opened.then(
      () => this.notifyGap(),
      () => {
        if (this.opened === opened) this.opened = undefined;
      },
    );
    return opened;
  }

  private async leave(subscriber: Subscriber): Promise<void> {
    this.subscribers.delete(subscriber);
    this.missing.delete(subscriber);
    if (this.subscribers.size > 0) return;
    clearTimeout(this.timer);
    const { opened } = this;
    this.opened = undefined;
    const close = await opened?.catch(() => undefined);
    await close?.();
  }

  private lose(connection: Promise<unknown>): void {
    // A connection that was closed on purpose is not reopened.
    if (this.opened !== connection) return;
    this.opened = undefined;
    for (const subscriber of [...this.subscribers]) {
      this.missing.add(subscriber);
      attempt(() => subscriber.onLost?.());
    }
    this.retry();
  }

  private retry(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.missing.size > 0 && !isStopping()) this.open().catch(() => this.retry());
    }, reconnectMs).unref();
  }

  private notifyGap(): void {
    const missing = [...this.missing];
    this.missing.clear();
    for (const subscriber of missing) attempt(() => subscriber.onGap());
  }

  private deliver<C extends Channel>(channel: C, payload: string): void {
    const listeners = [...this.subscribers].flatMap(({ on }) => on[channel] ?? []);
    if (listeners.length === 0) return;
    const message = parseMessage(channel, payload);
    for (const listener of listeners) attempt(() => listener(message));
  }
}

/** The failure of one subscriber does not affect the others. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    log().error({ err: error }, 'a message of the bus was not dealt with');
  }
}

let shared: Bus | undefined;

/** Listens on the process's one connection, past any pooler; see {@link Bus.subscribe}. */
export function subscribe(subscriber: Subscriber): Promise<() => Promise<void>> {
  shared ??= new Bus(() => directUrl(env().DATABASE_URL ?? ''));
  return shared.subscribe(subscriber);
}
