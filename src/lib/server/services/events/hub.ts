/**
 * Who listens in this process. One connection hears the news of all processes; each stream gets those of its own
 * company and user.
 */
import { type NewsKind, newsKinds } from '#lib/contract/events.ts';
import { listenTo } from '../../db/listen.ts';
import { onShutdown } from '../../lifecycle.ts';
import { type News, newsChannel } from '../../repos/events.ts';

/** An open stream. */
export interface Listener {
  companyId: number;
  userId: string;
  hear: (kind: NewsKind) => void;
  /** Closes it; it may come back after so many milliseconds. */
  close: (after: number) => void;
}

/** Streams one user may have; the oldest gives way. */
export const maxStreams = 6;
/** Streams this process holds open at most. */
export const maxListeners = 5_000;
const replacedMs = 300_000;
const restartMs = 1_000;

const listeners = new Set<Listener>();
let listening: Promise<() => Promise<void>> | undefined;

/** Streams that are open in this process. */
export function countListeners(): number {
  return listeners.size;
}

/** Takes a stream in; what is answered lets it out. Rejects when the database cannot be listened to. */
export async function join(listener: Listener): Promise<() => void> {
  await listen();
  const own = [...listeners].filter(({ userId }) => userId === listener.userId);
  for (const oldest of own.slice(0, Math.max(0, own.length - maxStreams + 1))) {
    listeners.delete(oldest);
    oldest.close(replacedMs);
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Closes every stream and stops listening: the process ends, or a test. */
export async function closeStreams(): Promise<void> {
  const open = listening;
  listening = undefined;
  for (const listener of listeners) listener.close(restartMs);
  listeners.clear();
  const end = await open?.catch(() => undefined);
  await end?.();
}

function listen(): Promise<() => Promise<void>> {
  listening ??= start();
  return listening;
}

async function start(): Promise<() => Promise<void>> {
  onShutdown('live events', 'streams', closeStreams);
  try {
    return await listenTo({
      name: 'yaopi events',
      channels: [newsChannel],
      onNews: deliver,
      onGap: () => {
        for (const listener of listeners) for (const kind of newsKinds) listener.hear(kind);
      },
    });
  } catch (error) {
    listening = undefined;
    throw error;
  }
}

function deliver(payload: string): void {
  for (const { companyId, userId, kind } of JSON.parse(payload) as News[]) {
    for (const listener of listeners) {
      if (listener.companyId === companyId && (userId === undefined || listener.userId === userId))
        listener.hear(kind);
    }
  }
}
