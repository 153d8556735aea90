/** Messages to send to telephones, and those that were sent. */
import { and, eq, sql } from 'drizzle-orm';
import { type Role, roles } from '#lib/rules/companies/roles.ts';
import {
  isTextedAtFirst,
  mayBeTexted,
  type TextKind,
  textKinds,
  textWithin,
} from '#lib/rules/companies/text-kinds.ts';
import { isReady } from '../core/jobs/job-rows.ts';
import type { Db } from '../db/client.ts';
import { textMessage } from '../db/schema.ts';

/** A message and the telephone's owner. */
export interface DueText {
  messageId: number;
  userId: string;
  phone: string;
  kind: TextKind;
  title: string;
}

export const dueTextKey = ({ messageId, userId }: Pick<DueText, 'messageId' | 'userId'>) =>
  `${messageId}:${userId}`;

const key = sql`m.id || ':' || u.id`;

/** A rule of kinds and roles, over `m` and `mb`. */
const asSql = (isSo: (kind: TextKind, role: Role) => boolean) =>
  sql`(${sql.join(
    textKinds.flatMap((kind) =>
      roles.filter((role) => isSo(kind, role)).map((role) => sql`(m.kind = ${kind} and mb.role = ${role})`),
    ),
    sql` or `,
  )})`;

const atFirst = asSql(isTextedAtFirst);
const maybe = asSql(mayBeTexted);

/**
 * Messages of the last day that people have chosen and that were not sent to their telephones, the oldest first. Only
 * to people of the company itself who may log in.
 */
export async function listDueTexts(db: Db, job: string, now: Date, limit: number): Promise<DueText[]> {
  const since = new Date(now.getTime() - textWithin);
  const { rows } = await db.execute<{
    message_id: number;
    user_id: string;
    phone: string;
    kind: TextKind;
    title: string;
  }>(sql`
    select m.id as message_id, u.id as user_id, u.phone_number as phone, m.kind, m.title
    from message m
    join member mb on mb.company_id = m.company_id and mb.disabled_at is null
    join "user" u on u.id = mb.user_id and u.phone_number is not null
    left join text_choice c on c.user_id = u.id and c.kind = m.kind
    where m.created_at > ${since} and m.created_at <= ${now} and (m.user_id is null or m.user_id = u.id)
      and m.kind = any(${sql.param([...textKinds])}::text[])
      and ${maybe} and coalesce(c.is_on, ${atFirst})
      and not exists (select 1 from text_message t where t.message_id = m.id and t.user_id = u.id)
      and ${isReady(job, key, now)}
    order by m.id, u.id limit ${limit}`);
  return rows.map((row) => ({
    messageId: row.message_id,
    userId: row.user_id,
    phone: row.phone,
    kind: row.kind,
    title: row.title,
  }));
}

/**
 * Takes it to send it; false when another process has. A process that is killed afterwards has sent it, or never does.
 */
export async function takeText(
  db: Db,
  { messageId, userId }: Pick<DueText, 'messageId' | 'userId'>,
  now: Date,
): Promise<boolean> {
  const made = await db
    .insert(textMessage)
    .values({ messageId, userId, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: textMessage.messageId });
  return made.length > 0;
}

/** No provider took it: it is due again. */
export async function leaveText(
  db: Db,
  { messageId, userId }: Pick<DueText, 'messageId' | 'userId'>,
): Promise<void> {
  await db
    .delete(textMessage)
    .where(and(eq(textMessage.messageId, messageId), eq(textMessage.userId, userId)));
}
