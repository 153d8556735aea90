/** Saves an act that a second person has to approve, or carries it out at once within the limit of one person. */
import { AppError } from '#lib/contract/errors.ts';
import {
  type ActKind,
  actKind,
  aloneKinds,
  aloneSetting,
  isActKind,
} from '#lib/rules/companies/act-kinds.ts';
import { newAct } from '#lib/rules/companies/act-states.ts';
import {
  type ActLimits,
  type ActPerson,
  askedAs,
  kindsToDecide,
  mayActAlone,
} from '#lib/rules/companies/countersign.ts';
import { startOfDay } from '#lib/rules/terms/activity-time.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import { env } from '../core/process/env.ts';
import type { Tx } from '../db/client.ts';
import type { ActChange } from '../db/schema/countersign.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { type ActRow, decideAct, insertAct, lockAct, lockAlone, sumAlone } from './countersign-rows.ts';
import type { ActHands } from './hands.ts';
import { recordAct } from './record.ts';

export interface Proposal {
  kind: ActKind;
  /** 0: the act is about the shop itself. */
  companyId: number;
  /** Fen; null where no money is moved: it always waits. */
  amount: number | null;
  reason: string;
  /** At most one act waits for a kind and subject; empty: any number may. */
  subject?: string;
  payload?: Record<string, unknown>;
  changes?: ActChange[];
  threshold?: number;
  until?: string;
  merchantId?: number;
  /** People who may not decide such acts of others carry out their own within the limit: it is their own order. */
  isOwn?: boolean;
}

export interface Proposed {
  id: number;
  /** True where it was carried out at once. */
  isDone: boolean;
  /** Work that is left for after the commit. */
  after: () => Promise<void>;
}

const nothing = async () => {};

/** The person of a context, as input of the limits. */
export function personOf({ actor }: Pick<Context<'staff'>, 'actor'>): ActPerson {
  return { name: actor.name, side: actor.kind, role: actor.role };
}

/** Limits of a kind in fen, by the shop's settings. */
export function limitsOf(settings: Settings, kind: string): ActLimits {
  const setting = isActKind(kind) ? aloneSetting(kind) : null;
  const alone = setting === null ? 0 : settings[setting];
  return { alone: Math.round(alone * 100), admin: Math.round(settings.actAdminAbove * 100) };
}

/** Fen that a person may still move alone today by acts of a kind. */
export async function aloneLeft(context: Context<'staff'>, kind: ActKind, isOwn: boolean): Promise<number> {
  const { db, now } = context;
  const { alone } = limitsOf(await getSettings(db), kind);
  if (alone === 0 || !mayBeAlone(context, kind, isOwn)) return 0;
  const since = new Date(startOfDay(now.getTime()));
  return Math.max(0, alone - (await sumAlone(db, context.actor.name, aloneKinds(kind), since)));
}

// A command has no role: only the machine knows its user.
function mayBeAlone(context: Pick<Context<'staff'>, 'actor'>, kind: ActKind, isOwn: boolean): boolean {
  const person = personOf(context);
  return person.role !== undefined && (isOwn || kindsToDecide(person).includes(kind));
}

/**
 * Saves an act within the caller's transaction, which guards it against a repeat (`once`, or the state of its subject).
 * Within the limit of one person `pass`, the handler of its kind, carries it out at once. Throws 409 where one of the
 * same subject waits.
 */
export async function propose(
  tx: Tx,
  context: Context<'staff'>,
  proposal: Proposal,
  pass: ActHands['pass'],
): Promise<Proposed> {
  const { now, actor, asks } = context;
  const { isOwn = false, ...asked } = proposal;
  if (env().CHECK_ANSWERS && asks !== undefined && !asks.includes(asked.kind))
    throw new Error(`the call does not declare that it asks a second person: ${asked.kind}`);
  const isAlone = await goesAlone(tx, context, proposal, isOwn);
  const id = await insertAct(tx, {
    ...asked,
    isAlone,
    askedBy: actor.name,
    askedAs: askedAs(personOf(context)),
    state: newAct,
    createdAt: now,
  });
  if (id === null) throw new AppError(409, `已有一条${actKind(asked.kind).text}在等待复核，请先处理`);
  const row = must(await lockAct(tx, id), `act ${id}`);
  await recordAct(tx, context, 'ask', row);
  if (!isAlone) return { id, isDone: false, after: nothing };
  return { id, isDone: true, after: await carryOut(tx, context, row, pass) };
}

/** Carries out a locked act and records it as approved. Answers the work that is left for after the commit. */
export async function carryOut(
  tx: Tx,
  context: Context<'staff'>,
  row: ActRow,
  pass: ActHands['pass'],
): Promise<() => Promise<void>> {
  const done = await pass(tx, context, row);
  const { outcome = 'passed', companyCouponId = null, after = nothing } = done;
  const { now: decidedAt, actor } = context;
  const to = {
    state: 'passed',
    decidedBy: actor.name,
    decidedAt,
    word: '',
    companyCouponId,
    outcome,
  } as const;
  await decideAct(tx, row.id, to);
  await recordAct(tx, context, 'pass', row, {
    state: 'passed',
    outcome,
    ...(row.isAlone && { isAlone: true }),
    ...(companyCouponId !== null && { companyCouponId }),
  });
  return after;
}

/** Takes the lock of the person's day, so that two acts at once do not pass its limit together. */
async function goesAlone(
  tx: Tx,
  context: Context<'staff'>,
  { kind, amount }: Proposal,
  isOwn: boolean,
): Promise<boolean> {
  const person = personOf(context);
  const mayDecide = mayBeAlone(context, kind, isOwn);
  const limits = limitsOf(await getSettings(context.db), kind);
  if (!mayActAlone({ amount, usedToday: 0, mayDecide }, limits)) return false;
  await lockAlone(tx, person.name);
  const since = new Date(startOfDay(context.now.getTime()));
  const usedToday = await sumAlone(tx, person.name, aloneKinds(kind), since);
  return mayActAlone({ amount, usedToday, mayDecide }, limits);
}
