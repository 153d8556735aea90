/**
 * The channels on which processes of one database tell each other what changed, and the one parser of what comes on
 * each. `buyer_events` are sent by repos/events, all others by triggers.
 */
import { type NewsKind, newsKinds } from '#lib/contract/events/stream.ts';

/** Something that changed for a company, or for one of its users only. */
export interface News {
  companyId: number;
  userId?: string | undefined;
  kind: NewsKind;
}

/** What each channel carries. */
interface Messages {
  /** Ids of goods of which index and pages show something else now. */
  catalogue_changed: readonly number[];
  /** Tags of pages that show something else now, beside those of goods. */
  pages_changed: readonly string[];
  buyer_events: readonly News[];
  /** Ids of users of whom a session has ended. */
  sessions_ended: readonly string[];
  /** Ids of companies whose people, papers, scopes or state are others now. */
  accounts_changed: readonly number[];
  /** Companies (`c7`) and people (`u` and their id) that have other facts of their own: repos/own-facts. */
  own_changed: readonly string[];
  /** Goods of which nothing but these numbers changed; they come with `catalogue_changed` too where it shows. */
  stock_changed: readonly StockNow[];
  /** What activities have sold by now. */
  sold_changed: readonly SoldNow[];
  /** Ids of merchants whose desks have something else to show; 0 where it is the platform's alone. */
  desk_events: readonly number[];
}

export interface StockNow {
  goodsId: number;
  stock: number;
  sales: number;
}

export interface SoldNow {
  /** The row of the goods in its activity. */
  id: number;
  sold: number;
}

/** Every channel, in the order in which they are listened to. */
export const channels = [
  'catalogue_changed',
  'pages_changed',
  'buyer_events',
  'sessions_ended',
  'accounts_changed',
  'own_changed',
  'stock_changed',
  'sold_changed',
  'desk_events',
] as const;
export type Channel = (typeof channels)[number];

/** What comes on a channel. `all`: everything of it may have changed. */
export type Message<C extends Channel> = Messages[C] | 'all';

const parsers: { [C in Channel]: (payload: string) => Message<C> } = {
  catalogue_changed: idsOrAll,
  pages_changed: allIfNone,
  buyer_events: (payload) => {
    const news: unknown = JSON.parse(payload);
    // A newer process may send kinds that this one does not know: no listener here wants them.
    if (!Array.isArray(news) || !news.every(isAddressed)) return 'all';
    return news.filter((one): one is News => newsKinds.some((kind) => kind === one.kind));
  },
  sessions_ended: allIfNone,
  accounts_changed: idsOrAll,
  own_changed: allIfNone,
  stock_changed: (payload) =>
    tuplesOf(payload, 3, ([goodsId = 0, stock = 0, sales = 0]) => ({ goodsId, stock, sales })),
  sold_changed: (payload) => tuplesOf(payload, 2, ([id = 0, sold = 0]) => ({ id, sold })),
  desk_events: (payload) => (payload === '0' ? [0] : idsOrAll(payload)),
};

/** What a payload says. Anybody with access to the database can send anything: what cannot be read means `all`. */
export function parseMessage<C extends Channel>(channel: C, payload: string): Message<C> {
  try {
    return parsers[channel](payload);
  } catch {
    return 'all';
  }
}

/** `1,2` or `[1,2]`. */
function listOf(payload: string): string[] {
  return payload
    .replace(/[[\]\s]/g, '')
    .split(',')
    .filter((part) => part !== '');
}

function idsOrAll(payload: string): number[] | 'all' {
  const ids = listOf(payload).map(Number);
  return ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : 'all';
}

/** `7:100:3,8:0:4;1732300000000000`: behind the semicolon stands when it was sent. */
function tuplesOf<T>(payload: string, length: number, make: (numbers: number[]) => T): T[] | 'all' {
  const tuples = listOf(payload.replace(/;\d+$/, '')).map((part) => part.split(':').map(Number));
  const isGood = (tuple: number[]) => tuple.length === length && tuple.every(Number.isSafeInteger);
  return tuples.length > 0 && tuples.every(isGood) ? tuples.map(make) : 'all';
}

function allIfNone(payload: string): string[] | 'all' {
  const parts = listOf(payload);
  return parts.length > 0 ? parts : 'all';
}

function isAddressed(
  value: unknown,
): value is { companyId: number; userId?: string | undefined; kind: string } {
  if (typeof value !== 'object' || value === null || !('companyId' in value && 'kind' in value)) return false;
  const userId = 'userId' in value ? value.userId : undefined;
  return (
    Number.isSafeInteger(value.companyId) &&
    (userId === undefined || typeof userId === 'string') &&
    typeof value.kind === 'string'
  );
}
