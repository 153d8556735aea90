/**
 * Messages to the company: its members share them, and a message read by one is read for all. Kinds that a person
 * switched off are not shown to that person, and not counted.
 */
import type {
  MessageList,
  MessagesRead,
  MessagesValues,
  MessageWire,
  ReadMessagesValues,
} from '#lib/contract/messages.ts';
import { findPattern, path, routes } from '#lib/contract/routes.ts';
import { messageKindKeys, messageKindText } from '#lib/rules/companies/message-kinds.ts';
import { type Role, roleMay } from '#lib/rules/companies/roles.ts';
import { sendNews } from '../core/bus/event-rows.ts';
import type { Context } from '../core/context.ts';
import { actOf } from './acts.ts';
import { countKinds, listMessages as listRows, type MessageRow, markRead } from './rows.ts';

/** `GET /api/message`: the newest first. */
export async function listMessages(
  { db, actor: { account } }: Context<'buyer'>,
  { unread, kind, page, size }: MessagesValues,
): Promise<MessageList> {
  const isUnreadOnly = unread === 1;
  const [rows, counts] = await Promise.all([
    listRows(db, account, { isUnreadOnly, kind, limit: size, offset: (page - 1) * size }),
    countKinds(db, account),
  ]);
  const shown = counts.filter((one) => kind === undefined || one.kind === kind);
  return {
    list: rows.map((row) => messageOf(row, account.role)),
    total: sumOf(shown, isUnreadOnly ? 'unread' : 'total'),
    ...unreadOf(counts),
    page,
    size,
  };
}

/** `POST /api/message/read`. Safe to repeat; ids of other companies are ignored. Answers the numbers of unread ones. */
export async function readMessages(
  { db, actor: { account }, now }: Context<'buyer'>,
  { ids = [], all, kind }: ReadMessagesValues,
): Promise<MessagesRead> {
  const { companyId } = account;
  const marked = await markRead(db, account, { ids: all === 1 ? null : ids, kind }, now);
  // Updates colleagues' badges.
  if (marked > 0) await sendNews(db, [{ companyId, kind: 'message' }]);
  return unreadOf(await countKinds(db, account));
}

type Counts = Awaited<ReturnType<typeof countKinds>>;

function sumOf(counts: Counts, what: 'total' | 'unread'): number {
  return counts.reduce((sum, one) => sum + one[what], 0);
}

/** Kinds of a newer version have no filter; they are counted in the sum. */
function unreadOf(counts: Counts): MessagesRead {
  const unreadBy = new Map(counts.map((one) => [one.kind, one.unread]));
  return {
    unread: sumOf(counts, 'unread'),
    kinds: messageKindKeys.flatMap((kind) => {
      const unread = unreadBy.get(kind);
      return unread === undefined ? [] : [{ kind, text: messageKindText(kind), unread }];
    }),
  };
}

/**
 * A stored link may lead to a page that is not open (any more), or not for this role: a link to an order then leads to
 * the list.
 */
function linkOf(link: string, role: Role): string {
  const pattern = findPattern(link);
  if (pattern === undefined) return '';
  const route = routes[pattern];
  const needs = 'needs' in route ? route.needs : undefined;
  if (needs === undefined || roleMay(role, needs)) return link;
  return pattern.startsWith('/order/') ? path('/order') : '';
}

function messageOf(row: MessageRow, role: Role): MessageWire {
  const link = linkOf(row.link, role);
  return {
    id: row.id,
    kind: row.kind,
    kind_text: messageKindText(row.kind),
    title: row.title,
    body: row.body,
    link,
    act: actOf(link),
    is_read: row.readAt === null ? 0 : 1,
    created_at: row.createdAt.toISOString(),
  };
}
