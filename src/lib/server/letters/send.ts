/**
 * Sends a letter to many companies slice by slice. Each slice is one transaction that locks the letter and goes on behind
 * the last company: a process that is killed loses one slice, and another one sends it again.
 */
import { AppError } from '#lib/contract/errors.ts';
import { letterSlices } from '#lib/rules/changes/slices.ts';
import { afterLetterSlice, canLetterMove, type LetterState } from '#lib/rules/companies/letters.ts';
import { type Context, recordOf } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { eachSlice } from '../core/jobs/slices.ts';
import { currentTime } from '../core/process/clock.ts';
import type { Db } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { sendMessages } from '../messages/rows.ts';
import { listSending, lockLetter, nextCompanies, updateLetter } from './rows.ts';

const sending: LetterState = 'sending';
const stopped: LetterState = 'stopped';

/** The cause of the message: a company has one of each letter. */
export function letterRef(id: number): string {
  return `letter:${id}`;
}

/** Sends the next slice; null when none is left, or the letter was stopped. */
async function sendSlice(db: Db, id: number, size: number): Promise<number | null> {
  return db.transaction(async (tx) => {
    const row = await lockLetter(tx, id);
    if (row === null || row.state !== sending) return null;
    const { title, body, link } = row;
    const companies = await nextCompanies(tx, row, size);
    const sent = await sendMessages(
      tx,
      ...companies.map((companyId) => ({
        companyId,
        kind: 'system',
        title,
        body,
        link,
        ref: letterRef(id),
      })),
    );
    const state = afterLetterSlice(companies.length);
    await updateLetter(tx, id, {
      sent: row.sent + sent,
      lastCompanyId: companies.at(-1) ?? row.lastCompanyId,
      state,
      ...(state !== sending && { endedAt: currentTime() }),
    });
    return sent;
  });
}

/** The job: sends the letter that is due. */
export function sendLetters(db: Db, now: Date): Promise<RowsDone> {
  return eachRow(db, {
    job: 'sendLetters',
    now,
    list: () => listSending(db, now),
    work: (id: number) => eachSlice(letterSlices, (size) => sendSlice(db, id, size)),
  });
}

/**
 * `POST /api/desk/letters/{id}/stop`: the companies behind the last slice get nothing. A repeat changes nothing. Throws 404
 * for an unknown letter, 409 for one that has been sent.
 */
export async function stopLetter(context: Context<'platform'>, { id }: { id: number }): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const row = await lockLetter(tx, id);
    if (row === null) throw new AppError(404, `没有第${id}号消息`);
    if (row.state === stopped) return;
    if (!canLetterMove(row.state, stopped)) throw new AppError(409, `第${id}号消息已发送，不能停止`);
    await updateLetter(tx, id, { state: stopped, endedAt: now });
    await writeAudit(tx, recordOf(context), {
      act: 'letter.stop',
      subject: 'letter',
      key: id,
      before: null,
      after: { title: row.title, sent: row.sent, companies: row.companies },
      at: now,
    });
  });
}
