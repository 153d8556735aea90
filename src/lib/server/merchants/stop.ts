/** Stops of a merchant's sales by the platform, and their end (rules 2). */
import { AppError } from '#lib/contract/errors.ts';
import type {
  MerchantFileWire,
  ResumeMerchantValues,
  StopMerchantValues,
  StoppedMerchant,
} from '#lib/contract/merchant-desk.ts';
import { auditActText } from '#lib/rules/site/audit-acts.ts';
import { dayKey, minuteKey } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { takeMerchantTurn, updateMerchant } from './desk-rows.ts';
import { fileOf, getRow } from './file.ts';
import { getFile, type MerchantFile } from './manage.ts';
import { findLastStop, type LastStop } from './stop-rows.ts';

interface StopAct {
  code: string;
  isStopped: boolean;
  reason: string;
  /** The entry of the audit log that is undone: the act is refused where another stop or resumption came behind it. */
  undoes?: number | undefined;
}

/** `entry`: what undoes it, 0 for none. */
type StopDone = MerchantFile & { isChanged: boolean; entry: number };

/**
 * Stops a merchant's sales from today on, or lets it sell again. A repeat changes nothing. A further stop by another
 * person or for another reason leaves an entry of its own, so that the first one cannot be undone over it. Throws 404 for
 * an unknown code, 409 where `undoes` is not the last act.
 */
export async function stopMerchant(
  context: Context<'platform'>,
  { code, isStopped, reason, undoes }: StopAct,
): Promise<StopDone> {
  const { db, now, actor } = context;
  return db.transaction(async (tx) => {
    await takeMerchantTurn(tx);
    const before = await getFile(tx, code);
    const { id, stoppedOn } = before.merchant;
    const last = await findLastStop(tx, id);
    const isSame = (stoppedOn !== null) === isStopped;
    const isRepeat =
      isSame && (!isStopped || undoes !== undefined || isStopOf(last, { by: actor.name, reason }));
    if (isRepeat) return { ...before, isChanged: false, entry: isStopped ? entryOf(last) : 0 };
    if (undoes !== undefined) needLast(last, undoes);
    const after = isStopped ? (stoppedOn ?? dayKey(now.getTime())) : null;
    if (!isSame) await updateMerchant(tx, id, { stoppedOn: after });
    await writeAudit(tx, recordOf(context), {
      act: isStopped ? 'merchant.stop' : 'merchant.resume',
      subject: 'merchant',
      key: id,
      merchantId: id,
      before: { stoppedOn },
      after: { stoppedOn: after, reason },
      at: now,
    });
    const written = must(await findLastStop(tx, id), `the entry of a stop of ${code}`);
    return { ...(await getFile(tx, code)), isChanged: !isSame, entry: entryOf(written) };
  });
}

function isStopOf(last: LastStop | null, { by, reason }: { by: string; reason: string }): boolean {
  return last !== null && last.actorId === by && last.after?.reason === reason;
}

/** A stop over a stop has nothing to return to. */
function entryOf(last: LastStop | null): number {
  const isSecond =
    last !== null && (last.before?.stoppedOn ?? null) !== null && (last.after?.stoppedOn ?? null) !== null;
  return last === null || isSecond ? 0 : last.id;
}

/** Throws 409 where somebody has stopped or resumed the sales since. */
function needLast(last: LastStop | null, undoes: number): void {
  if (last !== null && entryOf(last) === undoes) return;
  const since =
    last === null || last.id <= undoes
      ? '没有可以撤销的操作'
      : `${last.actorId}在${minuteKey(last.at.getTime())}已“${auditActText(last.act)}”`;
  throw new AppError(409, `${since}，没有撤销，请刷新`);
}

/**
 * `POST /api/desk/merchants/{id}/stop`: from today on it sells nothing. Safe to repeat. Throws 409 with what hangs on it and
 * blocks, unless it is urgent, and where `undoes` is not the last act; 404 for an unknown merchant.
 */
export async function stopDeskMerchant(
  context: Context<'platform'>,
  { id, reason, is_urgent: isUrgent, undoes }: StopMerchantValues,
): Promise<StoppedMerchant> {
  const { code, hangs, stopped_on: stoppedOn } = await fileOf(context, id);
  const blocking = hangs.filter(({ blocks }) => blocks === 1);
  if (stoppedOn === '' && isUrgent === 0 && blocking.length > 0)
    throw new AppError(
      409,
      `还不能停止：${blocking.map(({ text }) => text).join('；')}。确须立即停止的请勾选“立即停止”`,
    );
  const { entry } = await stopMerchant(context, { code, isStopped: true, reason, undoes });
  return stopped(await fileOf(context, id), entry);
}

/** `POST /api/desk/merchants/{id}/resume`. Safe to repeat. Throws 404 for an unknown merchant, 409 as a stop. */
export async function resumeMerchant(
  context: Context<'platform'>,
  { id, reason, undoes }: ResumeMerchantValues,
): Promise<StoppedMerchant> {
  const { code } = await getRow(context.db, id);
  const { entry } = await stopMerchant(context, { code, isStopped: false, reason, undoes });
  return stopped(await fileOf(context, id), entry);
}

function stopped(file: MerchantFileWire, entry: number): StoppedMerchant {
  return { ...file, entry };
}
