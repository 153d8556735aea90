/** Values read from the database for everyone and cached in the process, until the bus announces a possible change. */
import { onShutdown } from '../process/lifecycle.ts';
import { subscribe } from './bus.ts';

interface Held<T> {
  until: number;
  value: Promise<T>;
}

/** One value per database: read on demand, by one reader at a time for any number of callers. */
export class Cached<Source extends WeakKey, T> {
  private readonly name: string;
  private readonly ms: number;
  private readonly read: (source: Source) => Promise<T>;
  private held = new WeakMap<Source, Held<T>>();
  private listening: Promise<void> | undefined;

  /**
   * The value is dropped when all pages, or the whole catalogue, may have changed, and after `ms` anyway: for sources
   * that change often, and while the bus is down. `name` is for the shutdown's list.
   */
  constructor(name: string, ms: number, read: (source: Source) => Promise<T>) {
    this.name = name;
    this.ms = ms;
    this.read = read;
  }

  /** The value; a failed read is not cached. */
  get(source: Source): Promise<T> {
    const held = this.held.get(source);
    if (held && held.until > Date.now()) return held.value;
    this.listening ??= this.listen();
    const made = { until: Date.now() + this.ms, value: this.read(source) };
    this.held.set(source, made);
    made.value.catch(() => {
      if (this.held.get(source) === made) this.held.delete(source);
    });
    return made.value;
  }

  private async listen(): Promise<void> {
    const forget = () => {
      this.held = new WeakMap();
    };
    const receive = (what: unknown) => {
      if (what === 'all') forget();
    };
    try {
      const stop = await subscribe({
        on: { catalogue_changed: receive, pages_changed: receive },
        onGap: forget,
      });
      onShutdown(this.name, 'resources', stop);
      // Values read before may have changed while there was no subscription.
      forget();
    } catch {
      // The next read subscribes again; until then the value expires by time.
      this.listening = undefined;
    }
  }
}
