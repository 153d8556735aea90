/** The record of a talk as a file, with the SHA-256 of its bytes (rules 21). */
import { createHash } from 'node:crypto';
import type { ChatExport } from '#lib/contract/chat/desk-schema.ts';
import type { TalkValues } from '#lib/contract/chat/schema.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { listAllFiles, listAllMessages } from './message-rows.ts';
import { requireTalk } from './messages.ts';
import { deskReader } from './reader.ts';
import { merchantName } from './wire.ts';

/**
 * `GET /api/desk/chat/talks/{id}/export`: one JSON object a line, messages as they were written; for the platform those
 * that were taken back or stopped too. The audit log names who took it. Throws 404 for a talk of another side.
 */
export async function exportTalk(context: Context<'staff'>, { id }: TalkValues): Promise<ChatExport> {
  const { db, now } = context;
  const row = await requireTalk(db, id, deskReader(context));
  const [messages, files] = await Promise.all([listAllMessages(db, id), listAllFiles(db, id)]);
  const filesOf = Map.groupBy(files, ({ seq }) => seq);
  // Words that were taken back or stopped are in the platform's records alone.
  const isWhole = context.actor.merchantId === null;
  const lines = [
    { talk: id, company: row.company, with: merchantName(row), exported_at: now.toISOString() },
    ...messages.map(({ message: one, login }) => ({
      seq: one.seq,
      at: one.createdAt.toISOString(),
      sender: one.sender,
      name: login ?? one.name,
      state: one.state,
      text: isWhole || one.state === 'sent' ? one.original || one.text : '',
      ...(one.cardKind !== null && { card: `${one.cardKind} ${one.cardRef}` }),
      ...(one.quoteSeq !== null && { quote: one.quoteSeq }),
      ...(one.recalledAt !== null && { recalled_at: one.recalledAt.toISOString() }),
      files: (filesOf.get(one.seq) ?? []).map(({ file }) => ({ name: file.name, sha256: file.digest })),
    })),
  ];
  const content = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  await db.transaction((tx) =>
    writeAudit(tx, recordOf(context), {
      act: 'chat.export',
      subject: 'talk',
      key: id,
      before: null,
      after: { messages: messages.length, sha256 },
      merchantId: row.talk.merchantId,
      at: now,
    }),
  );
  return { name: `会话${id}-${dayKey(now.getTime())}.jsonl`, content, sha256, messages: messages.length };
}
