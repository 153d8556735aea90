/**
 * The channels on which processes of one database announce changes, and the one parser of their payloads.
 * `buyer_events` are sent by core/bus/event-rows, those of chat by chat/event-rows, those of live rooms by live/event-rows, all others by triggers.
 */
import { type ChatNews, type NewsKind, newsKinds, signKinds } from '#lib/contract/events/stream.ts';
import { chatSides } from '#lib/rules/chat/talk.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** A change for a company, or for one of its users only. */
export interface News {
  companyId: number;
  userId?: string | undefined;
  kind: NewsKind;
}

/** The payload of each channel. */
interface Messages {
  /** Ids of items that index and pages now show differently. */
  catalogue_changed: readonly number[];
  /** Tags of pages that changed, besides those of items. */
  pages_changed: readonly string[];
  buyer_events: readonly News[];
  /** Ids of users with an ended session. */
  sessions_ended: readonly string[];
  /** Ids of companies whose people, licences, scopes or state changed. */
  accounts_changed: readonly number[];
  /** Companies (`c7`) and people (`u` and their id) whose own facts changed: cache/own-facts-rows. */
  own_changed: readonly string[];
  /** Items of which only these numbers changed; they are announced in `catalogue_changed` too where it is visible. */
  stock_changed: readonly StockNow[];
  /** How much activities have sold. */
  sold_changed: readonly SoldNow[];
  /** Ids of merchants whose desks have news; 0 for the platform only. */
  desk_events: readonly number[];
  /** Talks with new rows of `chat_event`: a wake-up, the table delivers. */
  chat_events: readonly number[];
  /** Rooms with new rows of `live_event`: a wake-up, the table delivers. */
  live_events: readonly number[];
  /** Who types or looks, for the other side of a talk; in no table. */
  chat_signs: readonly ChatSign[];
}

/** A sign of one side, with whom it is for. */
export interface ChatSign extends ChatNews {
  companyId: number;
  /** Null for the platform's service. */
  merchantId: number | null;
  isEscalated: boolean;
  /** The author, who needs no sign of their own. */
  by: string;
}

export interface StockNow {
  goodsId: number;
  stock: number;
  sales: number;
}

export interface SoldNow {
  /** Id of the item's row in its activity. */
  id: number;
  sold: number;
}

/** Every channel, in the order of the LISTEN statements. */
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
  'chat_events',
  'live_events',
  'chat_signs',
] as const;
export type Channel = (typeof channels)[number];

/** A message of a channel. `all`: everything of it may have changed. */
export type Message<C extends Channel> = Messages[C] | 'all';

const parsers: { [C in Channel]: (payload: string) => Message<C> } = {
  catalogue_changed: idsOrAll,
  pages_changed: allIfNone,
  buyer_events: (payload) => {
    const news: unknown = JSON.parse(payload);
    // A newer process may send kinds that this one does not know; they have no listener here.
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
  chat_events: idsOrAll,
  live_events: idsOrAll,
  chat_signs: (payload) => {
    const sign: unknown = JSON.parse(payload);
    return isSign(sign) ? [sign] : [];
  },
};

/** Parses a payload. Anybody with access to the database can send anything: an unreadable payload means `all`. */
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

/** `7:100:3,8:0:4;1732300000000000`: the time of sending follows the semicolon. */
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

function isSign(value: unknown): value is ChatSign {
  const number = (name: string) => Number.isSafeInteger(fieldOf(value, name));
  const text = (name: string) => typeof fieldOf(value, name) === 'string';
  return (
    ['talk', 'seq', 'companyId'].every(number) &&
    (fieldOf(value, 'merchantId') === null || number('merchantId')) &&
    typeof fieldOf(value, 'isEscalated') === 'boolean' &&
    text('name') &&
    text('by') &&
    chatSides.some((side) => side === fieldOf(value, 'side')) &&
    signKinds.some((kind) => kind === fieldOf(value, 'what'))
  );
}
