/** Messages to the company: its members share them, and a message read by one is read for all. */
import {
  type MessageList,
  type MessagesRead,
  type MessagesValues,
  type MessageWire,
  messageKinds,
  type ReadMessagesValues,
} from '#lib/contract/messages.ts';
import { findPattern, path, routes } from '#lib/contract/routes.ts';
import { type Role, roleMay } from '#lib/rules/companies/roles.ts';
import { isKeyOf } from '#lib/rules/terms/keys.ts';
import { sendNews } from '../core/bus/event-rows.ts';
import type { Context } from '../core/context.ts';
import { countMessages, listMessages as listRows, type MessageRow, markRead } from './rows.ts';

/** `GET /api/message`: the newest first. */
export async function listMessages(
  { db, actor: { account } }: Context<'buyer'>,
  input: MessagesValues,
): Promise<MessageList> {
  const { companyId } = account;
  const isUnreadOnly = input.unread === 1;
  const [rows, total, unread] = await Promise.all([
    listRows(db, companyId, { isUnreadOnly, limit: input.size, offset: (input.page - 1) * input.size }),
    countMessages(db, companyId, { isUnreadOnly }),
    countMessages(db, companyId, { isUnreadOnly: true }),
  ]);
  return {
    list: rows.map((row) => messageOf(row, account.role)),
    total,
    unread,
    page: input.page,
    size: input.size,
  };
}

/** `POST /api/message/read`. Safe to repeat; ids of other companies are ignored. Answers the number of unread ones. */
export async function readMessages(
  { db, actor: { account }, now }: Context<'buyer'>,
  input: ReadMessagesValues,
): Promise<MessagesRead> {
  const { companyId } = account;
  const marked = await markRead(db, companyId, input.all === 1 ? null : (input.ids ?? []), now);
  // Updates colleagues' badges.
  if (marked > 0) await sendNews(db, [{ companyId, kind: 'message' }]);
  return { unread: await countMessages(db, companyId, { isUnreadOnly: true }) };
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
  return {
    id: row.id,
    kind: row.kind,
    kind_text: isKeyOf(messageKinds, row.kind) ? messageKinds[row.kind] : '通知',
    title: row.title,
    body: row.body,
    link: linkOf(row.link, role),
    is_read: row.readAt === null ? 0 : 1,
    created_at: row.createdAt.toISOString(),
  };
}
