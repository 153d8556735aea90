/**
 * The subscribers in this process: the bus brings the news of all processes; each stream gets those of its own company
 * and user, a desk's those of its merchant, and the platform's desks all merchants'.
 */
import { type DeskNewsKind, type NewsKind, newsKinds } from '#lib/contract/events/stream.ts';
import { subscribe } from '../bus/bus.ts';
import type { Message } from '../bus/channels.ts';
import { onShutdown } from '../process/lifecycle.ts';
import { sources } from '../process/meter.ts';

/** An open stream. */
export interface Listener {
  /** 0 of a desk: no company has it. */
  companyId: number;
  userId: string;
  /** Not one of the company's people: takes no place of theirs. */
  isGuest?: boolean;
  /** The merchant of a desk's stream, null for the platform's; left out for buyers' streams. */
  deskOf?: number | null;
  receive: (kind: NewsKind | DeskNewsKind) => void;
  /** Looks at its session again and closes it when that has ended. */
  check: () => void;
  /** Closes it; it may reconnect after `after` ms. */
  close: (after: number) => void;
}

/** Streams one user may have; the oldest gives way. */
export const maxStreams = 6;
/** Streams all users of one company may have; a busy shop floor has twenty. The oldest gives way. */
export const maxOfCompany = 60;
/** Most open streams of this process. */
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
  makeRoom(maxStreams, ({ userId }) => userId === listener.userId);
  makeRoom(
    maxOfCompany,
    ({ companyId, isGuest = false, deskOf }) =>
      companyId === listener.companyId &&
      isGuest === (listener.isGuest ?? false) &&
      deskOf === listener.deskOf,
  );
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Closes the oldest of similar streams, so that one more does not exceed `most`. */
function makeRoom(most: number, isAlike: (listener: Listener) => boolean): void {
  const alike = [...listeners].filter(isAlike);
  for (const oldest of alike.slice(0, Math.max(0, alike.length - most + 1))) {
    listeners.delete(oldest);
    oldest.close(replacedMs);
  }
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
  sources().streams = countListeners;
  try {
    return await subscribe({
      on: { buyer_events: deliver, desk_events: deliverToDesks, sessions_ended: checkSessions },
      onGap: () => {
        deliver('all');
        deliverToDesks('all');
      },
    });
  } catch (error) {
    listening = undefined;
    throw error;
  }
}

function deliver(news: Message<'buyer_events'>): void {
  if (news === 'all') {
    for (const listener of listeners)
      if (listener.deskOf === undefined) for (const kind of newsKinds) listener.receive(kind);
    return;
  }
  for (const { companyId, userId, kind } of news) {
    for (const listener of listeners) {
      if (listener.companyId === companyId && (userId === undefined || listener.userId === userId))
        listener.receive(kind);
    }
  }
}

function deliverToDesks(merchants: Message<'desk_events'>): void {
  for (const listener of listeners) {
    const { deskOf } = listener;
    if (deskOf === undefined) continue;
    if (deskOf === null || merchants === 'all' || merchants.includes(deskOf)) listener.receive('work');
  }
}

/** Streams of these people check their session again. */
function checkSessions(people: Message<'sessions_ended'>): void {
  const ids = people === 'all' ? null : new Set(people);
  for (const listener of listeners) if (ids?.has(listener.userId) ?? true) listener.check();
}
