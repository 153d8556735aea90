/**
 * Opening a wheel: one person asks, another opens it, which freezes deck and seed. Closing it publishes the seed
 * (rules 6).
 */
import { randomBytes } from 'node:crypto';
import { AppError } from '#lib/contract/errors.ts';
import {
  type DeskWheel,
  type OpenWheelValues,
  type SaveWheelValues,
  saveWheelInput,
} from '#lib/contract/wheel-desk.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { minuteKey } from '#lib/rules/terms/activity-time.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { hexOf, rootOf } from '#lib/rules/terms/merkle.ts';
import { deckTree, ticketsOf } from '#lib/rules/wheel/deck.ts';
import { oddsText, wheelCost } from '#lib/rules/wheel/prizes.ts';
import { closeRefusal } from '#lib/rules/wheel/wheel.ts';
import { type ActRow, listWaitingActs } from '../acts/countersign-rows.ts';
import type { Carried } from '../acts/hands.ts';
import { propose } from '../acts/propose.ts';
import { type Context, jobContext, recordOf } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import { seal } from '../core/process/seal.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { factsOf, listPrizes, type PrizeRow, type WheelRow } from '../wheel/rows.ts';
import { addedPrizes, changeOpened, changeRefusal, type Written, writtenOf } from './change.ts';
import { insertVersion, listEnded, publish, updateWheel } from './desk-rows.ts';
import { getDeskWheel, openProblem, openSubject } from './desk-wire.ts';
import { lockWheel } from './draw-rows.ts';
import { hashes } from './hashes.ts';
import { sealOfSeed, seedOf } from './play.ts';
import { findPrizeFault } from './prize-faults.ts';

const seedBytes = 32;

/**
 * `POST /api/desk/wheels/{id}/open`: the opening waits for a second person. The same by the same person again is answered
 * as asked. Throws 404, 409 for an opened wheel, one that was changed meanwhile, or one that lacks something.
 */
export async function askOpen(
  context: Context<'platform'>,
  { id, revision, reason }: OpenWheelValues,
): Promise<DeskWheel> {
  const { db, actor } = context;
  await db.transaction(async (tx) => {
    const { row, prizes } = await lockDraft(tx, context, id, revision);
    const [waits] = await listWaitingActs(tx, [openSubject(id)]);
    if (waits?.askedBy === actor.name && waits.reason === reason) return;
    const { all } = wheelCost(prizes, row.tickets);
    await propose(
      tx,
      context,
      {
        kind: 'wheel_open',
        companyId: 0,
        amount: all > 0 ? all : null,
        reason,
        subject: openSubject(id),
        payload: { id, revision },
        changes: changesOf(row, prizes),
      },
      passWheelOpen,
    );
  });
  return getDeskWheel(context, { id });
}

/** A draft that can be opened as it was seen, locked. */
async function lockDraft(
  tx: Tx,
  { db, now }: Pick<Context<'staff'>, 'db' | 'now'>,
  id: number,
  revision: number,
): Promise<{ row: WheelRow; prizes: PrizeRow[] }> {
  const row = await lockWheel(tx, id);
  if (row === null) throw new AppError(404, `没有大转盘${id}`);
  if (row.openedAt !== null) throw new AppError(409, '这个大转盘已经开放');
  if (row.revision !== revision) throw new AppError(409, '这个大转盘在这之后修改过，请核对后重新提出');
  const prizes = await listPrizes(tx, id);
  const problem = openProblem(row, prizes, now);
  if (problem !== null) throw new AppError(409, problem);
  await needPrizes(tx, { db }, prizes);
  return { row, prizes };
}

/** Refuses prizes that cannot be offered by now: 409. Goods, catalogue and settings may have changed since the save. */
async function needPrizes(
  tx: Tx,
  { db }: Pick<Context<'staff'>, 'db'>,
  prizes: Parameters<typeof findPrizeFault>[2],
): Promise<void> {
  const fault = await findPrizeFault(tx, db, prizes);
  if (fault !== null) throw new AppError(409, fault);
}

function changesOf(row: WheelRow, prizes: readonly PrizeRow[]) {
  const tickets = prizes.reduce((sum, { count }) => sum + count, 0);
  const { all, perDraw } = wheelCost(prizes, tickets);
  const line = (label: string, to: string) => ({ label, from: '', to });
  return [
    line('大转盘', `${row.id} ${row.name}`),
    line('时间', `${minuteKey(row.startsAt.getTime())}至${minuteKey(row.endsAt.getTime())}`),
    ...prizes.map(({ name, count, cost }) =>
      line('奖品', `${name}×${count}，每个¥${showYuan(cost)}，概率${oddsText(count, tickets)}`),
    ),
    line('全部抽完的成本', `¥${showYuan(all)}，平均每次¥${showYuan(perDraw)}`),
  ];
}

/**
 * Prizes that a change adds to an opened wheel wait for a second person. Throws 409 where a buyer would lose by it, or
 * another act of the wheel waits.
 */
export async function askMore(
  tx: Tx,
  context: Context<'platform'>,
  { row, before, written, input, cost }: Change & { input: SaveWheelValues; cost: number },
): Promise<void> {
  const refusal = changeRefusal(row, before, written, context.now);
  if (refusal !== null) throw new AppError(409, refusal);
  const counts = new Map(before.map(({ id, count }) => [id, count]));
  const more = written.prizes.flatMap(({ id, name, count }) => {
    const from = counts.get(id) ?? 0;
    return count > from ? [{ label: name, from: String(from), to: String(count) }] : [];
  });
  await propose(
    tx,
    context,
    {
      kind: 'wheel_open',
      companyId: 0,
      amount: cost,
      reason: `给已开放的“${row.name}”增加奖品`,
      subject: openSubject(row.id),
      payload: { id: row.id, revision: row.revision, input },
      changes: [{ label: '大转盘', from: '', to: `${row.id} ${row.name}` }, ...more],
    },
    passWheelOpen,
  );
}

interface Change {
  row: WheelRow;
  before: PrizeRow[];
  written: Written;
}

/**
 * Opens a wheel that waited, whose deck and seed are frozen, or adds prizes to an opened one. Throws 409 for a wheel that
 * was changed since.
 */
export async function passWheelOpen(tx: Tx, context: Context<'staff'>, act: ActRow): Promise<Carried> {
  const id = Number(fieldOf(act.payload, 'id'));
  const input = saveWheelInput.safeParse(fieldOf(act.payload, 'input'));
  if (input.success) {
    await addPrizes(tx, context, id, input.data);
    return {};
  }
  const { prizes } = await lockDraft(tx, context, id, Number(fieldOf(act.payload, 'revision')));
  await freeze(tx, id, prizes, context.now);
  await writeAudit(tx, recordOf(context), {
    act: 'wheel.open',
    subject: 'wheel',
    key: id,
    before: null,
    after: { reason: act.reason },
    at: context.now,
  });
  return {};
}

async function addPrizes(
  tx: Tx,
  context: Context<'staff'>,
  id: number,
  input: SaveWheelValues,
): Promise<void> {
  const row = await lockWheel(tx, id);
  if (row === null || row.revision !== input.revision)
    throw new AppError(409, '这个大转盘在这之后修改过，请核对后重新提出');
  const [before, written] = [await listPrizes(tx, id), writtenOf(input, row)];
  await needPrizes(tx, context, addedPrizes(before, written));
  await changeOpened(tx, context, { row, before, written });
}

/** Writes the first version of a locked draft, and seals its seed. */
export async function freeze(tx: Tx, id: number, prizes: readonly PrizeRow[], at: Date): Promise<void> {
  const seed = randomBytes(seedBytes);
  const deck = prizes.map((prize) => ({ prizeId: prize.id, count: prize.count }));
  const tickets = ticketsOf(deck);
  const root = rootOf(deckTree(hashes, deck));
  await updateWheel(tx, id, {
    openedAt: at,
    tickets,
    sealedSecret: seal(sealOfSeed, String(id), hexOf(seed)),
    secretHash: hexOf(hashes.sha256(seed)),
  });
  await insertVersion(tx, { wheelId: id, no: 1, deck, root, tickets }, { before: 0, drawn: 0, at });
}

/** The act 结束 of the list: publishes the seed. A repeat changes nothing. Throws 404, 409 before its end. */
export async function closeWheel(context: Context<'platform'>, { id }: { id: number }): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockWheel(tx, id);
    if (row === null) throw new AppError(404, `没有大转盘${id}`);
    if (row.closedAt !== null) return;
    const refusal = closeRefusal(factsOf(row), context.now.getTime());
    if (refusal !== null) throw new AppError(409, refusal);
    await close(tx, context, row);
  });
}

/** The job: closes wheels whose end is past. */
export function closeWheels(db: Db, now: Date): Promise<RowsDone> {
  const job = 'closeWheels';
  return eachRow(db, {
    job,
    now,
    list: () => listEnded(db, job, now),
    work: (id: number) =>
      db.transaction(async (tx) => {
        const row = await lockWheel(tx, id);
        // The end may have been put off, or the wheel paused, since it was listed.
        if (row === null || row.closedAt !== null || row.pausedAt !== null || row.endsAt > now) return 0;
        await close(tx, jobContext(db, now, job), row);
        return 1;
      }),
  });
}

async function close(
  tx: Tx,
  context: Pick<Context<'platform' | 'system'>, 'actor' | 'requestId' | 'now' | 'reason'>,
  row: WheelRow,
): Promise<void> {
  await publish(tx, row.id, hexOf(seedOf(row)), context.now);
  await writeAudit(tx, recordOf(context), {
    act: 'wheel.close',
    subject: 'wheel',
    key: row.id,
    before: null,
    after: { drawn: row.drawn, tickets: row.tickets },
    at: context.now,
  });
}
