/** Messages that wait in this browser (IndexedDB): they survive the page, with their files. */
import type { CardValues } from '#lib/contract/chat/cards.ts';

export interface WaitingFile {
  file: File;
  /** Answered by the upload; 0 before it. */
  id: number;
}

/** A message that has not arrived yet. */
export interface Waiting {
  /** Its place in the order of sending; 0 before it is on the shelf. */
  no: number;
  /** Made once: the same message is sent under it as often as needed. */
  clientId: string;
  /** Its author, `buyer:demo`: another account of this browser does not send it. */
  account: string;
  talk: number;
  /** When it was written, ms since 1970. */
  at: number;
  text: string;
  files: readonly WaitingFile[];
  card: (CardValues & { title: string }) | null;
  quote: { seq: number; name: string; text: string } | null;
  state: 'waiting' | 'failed';
  /** Why it was refused; empty while it waits. */
  reason: string;
}

export interface Shelf {
  /** Those of an account, the first written first. */
  all: (account: string) => Promise<Waiting[]>;
  /** Adds one (`no` 0) or replaces it. */
  put: (waiting: Waiting) => Promise<void>;
  drop: (no: number) => Promise<void>;
}

const database = 'yp-chat';
const store = 'outbox';

/** A shelf in IndexedDB; without it a shelf in the page's memory. */
export function browserShelf(): Shelf {
  let opening: Promise<IDBDatabase> | undefined;
  const open = () => {
    opening ??= openDatabase();
    return opening;
  };
  const spare = pageShelf();
  let isSpare = typeof indexedDB === 'undefined';

  async function run<Out>(
    mode: IDBTransactionMode,
    work: (objects: IDBObjectStore) => IDBRequest<Out>,
  ): Promise<Out> {
    const base = await open();
    return settled(work(base.transaction(store, mode).objectStore(store)));
  }

  /** A browser may refuse its database at any time, as in a private window or on a full disk. */
  async function either<Out>(real: () => Promise<Out>, instead: () => Promise<Out>): Promise<Out> {
    if (isSpare) return instead();
    try {
      return await real();
    } catch {
      isSpare = true;
      return instead();
    }
  }

  return {
    all: (account) =>
      either(
        async () => {
          const all = await run<Waiting[]>('readonly', (objects) => objects.getAll());
          return all.filter((one) => one.account === account);
        },
        () => spare.all(account),
      ),
    put: (waiting) =>
      either(
        async () => {
          const { no, ...rest } = waiting;
          await run('readwrite', (objects) => objects.put(no === 0 ? rest : waiting));
        },
        () => spare.put(waiting),
      ),
    drop: (no) =>
      either(
        () => run('readwrite', (objects) => objects.delete(no)),
        () => spare.drop(no),
      ),
  };
}

/** A shelf in the page's memory. */
export function pageShelf(): Shelf {
  const laid = new Map<number, Waiting>();
  let last = 0;
  return {
    all: async (account) =>
      [...laid.values()].filter((one) => one.account === account).sort((one, other) => one.no - other.no),
    async put(waiting) {
      const no = waiting.no === 0 ? ++last : waiting.no;
      laid.set(no, { ...waiting, no });
    },
    drop: async (no) => void laid.delete(no),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(store, { keyPath: 'no', autoIncrement: true });
  return settled(request);
}

function settled<Out>(request: IDBRequest<Out>): Promise<Out> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
