/**
 * The channels on which processes of one database tell each other what changed, and the one parser of what comes on
 * each. `catalogue_changed`, `pages_changed` and `sessions_ended` are sent by triggers, `buyer_events` by repos/events.
 */
import { type NewsKind, newsKinds } from '#lib/contract/events/stream.ts';

/** Something that changed for a company, or for one of its users only. */
export interface News {
  companyId: number;
  userId?: string | undefined;
  kind: NewsKind;
}

/** What each channel carries. `all`: everything of it may have changed. */
export interface Messages {
  /** Ids of goods of which index and pages show something else now. */
  catalogue_changed: readonly number[] | 'all';
  /** Tags of pages that show something else now, beside those of goods. */
  pages_changed: readonly string[] | 'all';
  buyer_events: readonly News[] | 'all';
  /** Ids of users of whom a session has ended. */
  sessions_ended: readonly string[] | 'all';
}

export type Channel = keyof Messages;

const parsers: { [C in Channel]: (payload: string) => Messages[C] } = {
  catalogue_changed: (payload) => {
    const ids = listOf(payload).map(Number);
    return ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : 'all';
  },
  pages_changed: allIfNone,
  buyer_events: (payload) => {
    const news: unknown = JSON.parse(payload);
    // A newer process may send kinds that this one does not know: no listener here wants them.
    if (!Array.isArray(news) || !news.every(isAddressed)) return 'all';
    return news.filter((one): one is News => newsKinds.includes(one.kind as NewsKind));
  },
  sessions_ended: allIfNone,
};

/** Every channel, in the order in which they are listened to. */
export const channels = Object.keys(parsers) as Channel[];

/** What a payload says. Anybody with access to the database can send anything: what cannot be read means `all`. */
export function parseMessage<C extends Channel>(channel: C, payload: string): Messages[C] {
  try {
    return parsers[channel](payload);
  } catch {
    return 'all' as Messages[C];
  }
}

/** `1,2` or `[1,2]`. */
function listOf(payload: string): string[] {
  return payload
    .replace(/[[\]\s]/g, '')
    .split(',')
    .filter((part) => part !== '');
}

function allIfNone(payload: string): string[] | 'all' {
  const parts = listOf(payload);
  return parts.length > 0 ? parts : 'all';
}

function isAddressed(
  value: unknown,
): value is { companyId: number; userId?: string | undefined; kind: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { companyId, userId, kind } = value as Record<string, unknown>;
  return (
    Number.isSafeInteger(companyId) &&
    (userId === undefined || typeof userId === 'string') &&
    typeof kind === 'string'
  );
}
