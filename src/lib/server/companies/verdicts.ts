/**
 * A reviewer's decision waits for ten seconds, in which it may be taken back (rules 2). Until then nothing of it is
 * written but the decision itself: no message has gone out and nobody has bought by it.
 */
import { AppError } from '#lib/contract/errors.ts';
import { applicationText } from '#lib/rules/companies/application.ts';
import { isSameVerdict, isWaiting, type StoredVerdict } from '#lib/rules/companies/review.ts';
import { type Context, recordOf } from '../core/context.ts';
import { eachRow, type RowsDone } from '../core/jobs/each-row.ts';
import type { Db, Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { type Asked, decideWithin, sayingCode } from './decide.ts';
import { findReview, lockReview } from './review-rows.ts';
import { lockCompany } from './rows.ts';
import {
  findDueVerdict,
  findLeftMs,
  lapseVerdict,
  listDueVerdicts,
  storeVerdict,
  takeVerdictBack,
} from './verdict-rows.ts';

/** The company's name, and how long the decision may be taken back. */
export interface DecidedSoon {
  company: string;
  leftMs: number;
}

/**
 * Tries the decision, writes nothing of it, and stores it. The same decision by the same person again is answered as it
 * stands. Throws as `decide`.
 */
export function decideSoon(context: Context<'platform'>, me: number, asked: Asked): Promise<DecidedSoon> {
  const { id, decision } = asked;
  const verdict = storedOf(decision, context.requestId);
  return sayingCode(() =>
    context.db.transaction(async (tx) => {
      const own = await lockBoth(tx, id);
      if (own?.verdict != null && own.verdictBy === me && isSameVerdict(own.verdict, verdict))
        return { company: own.data.name, leftMs: await findLeftMs(tx, id) };
      // A decision that was carried out is answered here as well: nothing is left to be stored.
      const { company } = await rehearse(tx, (inner) => decideWithin(inner, context, asked));
      if (own === null || own.decidedAt !== null) return { company, leftMs: 0 };
      const leftMs = await storeVerdict(tx, own, { verdict, me });
      if (leftMs === null) throw new AppError(409, '这份申请刚刚已变更，请重新查看');
      return { company: own.data.name, leftMs };
    }),
  );
}

/** The application, behind its company as everywhere. */
async function lockBoth(tx: Tx, id: number) {
  const found = await findReview(tx, id);
  if (found === null) throw new AppError(404, `没有申请${id}`);
  await lockCompany(tx, found.own.companyId);
  return lockReview(tx, id);
}

/** Thrown to undo what was tried. */
class Rehearsed<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('rehearsed');
    this.result = result;
  }
}

/** Answers what the work would, and undoes what it wrote. */
async function rehearse<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await tx.transaction(async (inner) => {
      throw new Rehearsed(await work(inner));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result;
    throw error;
  }
}

/**
 * Takes the own decision back; the application waits again and is claimed as before. One that waits in the own hands is
 * answered as done. Throws 404 for an unknown application, 409 when the ten seconds are over or another person decided.
 */
export async function withdrawVerdict(
  context: Context<'platform'>,
  { id, me, until }: { id: number; me: number; until: Date },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const own = await lockReview(tx, id);
    if (own === null) throw new AppError(404, `没有申请${id}`);
    if (await takeVerdictBack(tx, id, { me, until })) {
      await writeAudit(tx, recordOf(context), {
        act: 'company.unreview',
        subject: 'company',
        key: own.companyId,
        before: factsOf(id, own.verdict),
        after: {},
        at: context.now,
      });
      return;
    }
    const isOpen = isWaiting(own.status) && own.verdict === null;
    if (isOpen && own.claimedBy === me) return;
    if (own.verdict !== null && own.verdictBy !== me)
      throw new AppError(409, '这不是您的决定，只有决定的人可以撤回');
    throw new AppError(409, isOpen ? '这份申请没有可以撤回的决定' : '已超过十秒，决定已经生效，不能撤回');
  });
}

/** The job: carries due decisions out. */
export function carryOutVerdicts(db: Db, now: Date): Promise<RowsDone> {
  const job = 'carryOutVerdicts';
  return eachRow(db, {
    job,
    now,
    list: () => listDueVerdicts(db, job, now),
    work: (id: number) => carryOut(db, now, id),
  });
}

/** Carries one out in its reviewer's name; what the world forbids meanwhile goes back into the queue. */
async function carryOut(db: Db, now: Date, id: number): Promise<number> {
  const read = await findDueVerdict(db, id);
  if (read === null) return 0;
  const context = contextOf(db, now, read);
  try {
    return await sayingCode(() =>
      db.transaction(async (tx) => {
        await lockBoth(tx, id);
        const due = await findDueVerdict(tx, id);
        // Another process was faster.
        if (due === null) return 0;
        const { version, verdict } = due;
        await decideWithin(tx, contextOf(db, now, due), {
          id,
          version,
          decision: decisionOf(verdict),
          isStored: true,
        });
        return 1;
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code >= 500) throw error;
    return db.transaction(async (tx) => {
      if (!(await lapseVerdict(tx, id))) return 0;
      await writeAudit(tx, recordOf(context), {
        act: 'company.review_lapse',
        subject: 'company',
        key: read.companyId,
        before: factsOf(id, read.verdict),
        after: { reason: error.message },
        at: now,
      });
      return 1;
    });
  }
}

type Due = NonNullable<Awaited<ReturnType<typeof findDueVerdict>>>;

function contextOf(db: Db, now: Date, { by, verdict }: Due): Context<'platform'> {
  return { db, now, actor: { kind: 'platform', name: by, merchantId: null }, requestId: verdict.requestId };
}

function storedOf(decision: Asked['decision'], requestId: string): StoredVerdict {
  return decision.verdict === 'approved'
    ? { ...decision, requestId, scopes: [...(decision.scopes ?? [])] }
    : { ...decision, requestId, papers: [...decision.papers] };
}

function decisionOf(verdict: StoredVerdict): Asked['decision'] {
  return verdict.verdict === 'approved' ? verdict : { ...verdict, papers: new Map(verdict.papers) };
}

/** What the log keeps of a decision. */
function factsOf(application: number, verdict: StoredVerdict | null) {
  return {
    application,
    ...(verdict !== null && { verdict: applicationText(verdict.verdict) }),
    ...(verdict?.verdict === 'returned' && { reason: verdict.reason }),
  };
}
