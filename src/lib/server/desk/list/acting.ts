/** How acts are called besides their input: with their reason, and to undo another act. */
import type { Desk } from '#lib/contract/call.ts';
import type { ListShape } from '#lib/contract/desk/list.ts';
import { AppError } from '#lib/contract/errors.ts';
import { auditActText } from '#lib/rules/site/audit-acts.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import type { AnswerCall } from '../../core/calls/endpoint.ts';
import type { CallContext, Context, Undone } from '../../core/context.ts';
import { handleOf, type Tx } from '../../db/client.ts';
import type { AnyRows } from './answer.ts';
import { findEntry, listSince } from './entry-rows.ts';

export type AnyAct = (context: CallContext<Desk>, input: { id: number | string }) => Promise<unknown>;

/** SQL and use cases of a list. */
export interface Loaded {
  rows: AnyRows;
  acts?: Readonly<Record<string, AnyAct>> | undefined;
}

export interface ServedList {
  /** `papers`, as in the addresses of its calls. */
  name: string;
  list: ListShape;
  load: () => Promise<Loaded>;
  /** The answers of its calls, by their names. */
  answers: () => Promise<[name: string, answer: AnswerCall][]>;
}

/** What the context of an act has besides, where its declaration wants a reason. */
export function reasonOf(list: ListShape, act: string, input: object): { reason?: string } {
  const reason = list.acts?.[act]?.reason === undefined ? undefined : fieldOf(input, 'reason');
  return typeof reason === 'string' ? { reason } : {};
}

/** An act that only undoes another one was called by itself. */
export const onlyUndoes = '请从“撤销”执行';

/** The entry that is undone, as the context of its inverse has it. Throws 409 for none, and another merchant's. */
async function readUndone(tx: Tx, id: number, merchantId: number | null): Promise<Undone> {
  const row = await findEntry(tx, id);
  if (row === null || (merchantId !== null && row.merchantId !== merchantId))
    throw new AppError(409, '没有可以撤销的操作，请刷新');
  return row;
}

/**
 * After the inverse has run, with the row locked by it. Throws 409 where another request has left an entry of the row
 * since, and where the inverse changed nothing of it.
 */
async function needUntouched(tx: Tx, undone: Undone, requestId: string): Promise<void> {
  const since = await listSince(tx, undone);
  const other = since.find((entry) => entry.requestId !== requestId);
  if (other !== undefined)
    throw new AppError(
      409,
      `${other.actorId}在${minuteKey(other.at.getTime())}已“${auditActText(other.act)}”，没有撤销`,
    );
  if (since.length === 0) throw new AppError(409, '已经是撤销后的样子，没有再变更');
}

/** An act in a context that begins its transactions within this one's `db`. */
type Inverse<C> = (context: C & { undoes: Undone }) => Promise<unknown>;

/**
 * Undoes an act on a row: its inverse does it under its own guards, in a transaction that is given back where somebody has
 * changed the row since. The audit log says whether: every change of a row leaves an entry, written behind the lock of the
 * row. Throws as {@link needUntouched}, and as the inverse does.
 */
export async function undoRow<C extends Pick<Context<'staff'>, 'db' | 'requestId' | 'actor'>>(
  context: C,
  entry: number,
  inverse: Inverse<C>,
): Promise<void> {
  const { db, requestId, actor } = context;
  await db.transaction(async (tx) => {
    const undoes = await readUndone(tx, entry, actor.merchantId);
    await inverse({ ...context, db: handleOf(tx, db), undoes });
    await needUntouched(tx, undoes, requestId);
  });
}
