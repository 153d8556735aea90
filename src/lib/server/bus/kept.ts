/** What is read from the database for everyone and kept in the process, until the bus says that it may have changed. */
import { onShutdown } from '../process/lifecycle.ts';
import { subscribe } from './bus.ts';

interface Held<T> {
  until: number;
  value: Promise<T>;
}

/** One value a database: read when it is asked for, by one reader at a time, however many ask meanwhile. */
export class Kept<Source extends WeakKey, T> {
  private readonly name: string;
  private readonly ms: number;
  private readonly read: (source: Source) => Promise<T>;
  private held = new WeakMap<Source, Held<T>>();
  private listening: Promise<void> | undefined;

  /**
   * It goes when all pages, or all of the catalogue, may show something else, and after `ms` anyway: for what it is
   * made of that changes often, and while the bus cannot be listened to. `name` is for the shutdown's list.
   */
  constructor(name: string, ms: number, read: (source: Source) => Promise<T>) {
    this.name = name;
    this.ms = ms;
    this.read = read;
  }

  /** The value; one that could not be read is not kept. */
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
    const hear = (what: unknown) => {
      if (what === 'all') forget();
    };
    try {
      const stop = await subscribe({ on: { catalogue_changed: hear, pages_changed: hear }, onGap: forget });
      onShutdown(this.name, 'resources', stop);
      // What was read before may have changed before anybody listened.
      forget();
    } catch {
      // The next reading tries again; until then it lives for its time.
      this.listening = undefined;
    }
  }
}
