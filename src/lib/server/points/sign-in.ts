/** Signing in: a person signs, the company gets the points (rules 6). */
import { AppError } from '#lib/contract/errors.ts';
import type { MakeUpValues, SignedOutput, SignInOutput, SignInValues } from '#lib/contract/sign-in.ts';
import { isApproved } from '#lib/rules/companies/company-state.ts';
import {
  bonusCards,
  bonusesDue,
  dayAfter,
  makeUpDays,
  makeUpRefusal,
  nextBonus,
  noCardText,
  runAround,
  signBonuses,
  streakOf,
} from '#lib/rules/points/sign-in.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { getSettings, type Settings } from '../site/settings.ts';
import { chancesOfSign } from '../wheel/chances.ts';
import { grantPoints } from './points.ts';
import { giveCard, insertSigned, readSigned, type SignedRow, takeSignTurn, useCard } from './sign-in-rows.ts';

type Asker = Context<'buyer'>;

/** `GET /api/sign`: a month, the streak and what comes next. */
export async function getSignIn(
  { db, actor: { account } }: Asker,
  { month }: SignInValues,
): Promise<SignInOutput> {
  const [read, settings] = await Promise.all([readSigned(db, account), getSettings(db)]);
  return stateOf(read, settings, month);
}

/** `POST /api/sign`: today, once. A repeat answers the same. Throws 403 where {@link signRefusal} says why. */
export function sign(context: Asker): Promise<SignedOutput> {
  return write(context, null);
}

/** Why a person cannot sign in; empty where they can. For a store that they enter they are none of its people. */
export function signRefusal({
  companyState,
  companyId,
  homeCompanyId,
}: Pick<Asker['actor']['account'], 'companyState' | 'companyId' | 'homeCompanyId'>): string {
  if (companyId !== homeCompanyId) return '您正在代门店采购，请切换回本企业后签到';
  return isApproved(companyState) ? '' : '企业资质审核通过后可签到';
}

/**
 * `POST /api/sign/makeup`: a missed day by a card. A repeat answers the same. Throws 403 as {@link sign}, 409 for a day
 * that cannot be made up, or without a card.
 */
export function makeUp(context: Asker, { day }: MakeUpValues): Promise<SignedOutput> {
  return write(context, day);
}

async function write({ db, actor: { account } }: Asker, missed: string | null): Promise<SignedOutput> {
  const refusal = signRefusal(account);
  if (refusal !== '') throw new AppError(403, refusal);
  const settings = await getSettings(db);
  const day = await db.transaction(async (tx) => {
    const today = await takeSignTurn(tx, account);
    const asked = missed ?? today;
    const { days, since } = await readSigned(tx, account);
    const before = days.find((one) => one.day === asked);
    // The answer of the first press may have been lost: a repeat gets it again.
    if (before && before.isMadeUp === (missed !== null)) return asked;
    if (missed !== null) {
      const signed = new Set(days.map((one) => one.day));
      const reason = makeUpRefusal(signed, missed, { today, since });
      if (reason !== null) throw new AppError(409, reason);
      if (!(await useCard(tx, account, missed))) throw new AppError(409, noCardText(signBonuses(settings)));
    }
    await addDay(tx, account, { asked, isMadeUp: missed !== null, days, settings });
    return asked;
  });
  const read = await readSigned(db, account);
  const row = must(
    read.days.find((one) => one.day === day),
    'the day just signed',
  );
  return { ...stateOf(read, settings, day.slice(0, 7)), got: row.points, got_bonuses: [...row.bonuses] };
}

async function addDay(
  tx: Tx,
  account: Asker['actor']['account'],
  {
    asked,
    isMadeUp,
    days,
    settings,
  }: { asked: string; isMadeUp: boolean; days: readonly SignedRow[]; settings: Settings },
): Promise<void> {
  const signed = new Set([...days.map(({ day }) => day), asked]);
  const run = new Set(runAround(signed, asked));
  const given = days.filter(({ day }) => run.has(day)).flatMap(({ bonuses }) => bonuses);
  const bonuses = bonusesDue(run.size, given);
  const brought = bonuses.flatMap((due) => signBonuses(settings).filter(({ days: of }) => of === due));
  const points = brought.reduce((sum, bonus) => sum + bonus.points, settings.signDaily);
  await insertSigned(tx, account, { day: asked, isMadeUp, points, bonuses });
  for (const source of brought.flatMap((bonus) => bonusCards(bonus, asked)))
    await giveCard(tx, account, source);
  if (!isMadeUp) await chancesOfSign(tx, account, asked);
  const said = bonuses.map((bonus) => `，连签${bonus}天`).join('');
  await grantPoints(tx, {
    companyId: account.companyId,
    useType: 'sign_in',
    points,
    ref: `${account.userId}:${asked}`,
    // Without the person's name: the ledger stays when a company closes.
    note: `${asked}${isMadeUp ? '补签' : '签到'}${said}`,
  });
}

function stateOf(
  { today, since, days, cards }: Awaited<ReturnType<typeof readSigned>>,
  settings: Settings,
  month = today.slice(0, 7),
): SignInOutput {
  const signed = new Set(days.map(({ day }) => day));
  const streak = streakOf(signed, today);
  const last = signed.has(today) ? today : dayAfter(today, -1);
  const run = new Set(runAround(signed, last));
  const given = days.filter(({ day }) => run.has(day)).flatMap(({ bonuses }) => bonuses);
  const { bonus, left } = nextBonus(streak, given);
  const first = dayAfter(today, -makeUpDays);
  return {
    today,
    month,
    days: days
      .filter(({ day }) => day.startsWith(month))
      .map(({ day, isMadeUp, points }) => ({ day, is_made_up: isMadeUp ? 1 : 0, points })),
    is_signed: signed.has(today) ? 1 : 0,
    streak,
    next: {
      days: bonus,
      left,
      points: signBonuses(settings).find(({ days: of }) => of === bonus)?.points ?? 0,
    },
    ...rulesOf(settings),
    cards,
    since: since > first ? since : first,
  };
}

/** The rules of signing in, for everyone who looks at the page. */
export async function signInRules(db: Db): Promise<Pick<SignInOutput, 'daily' | 'bonuses'>> {
  return rulesOf(await getSettings(db));
}

function rulesOf(settings: Settings): Pick<SignInOutput, 'daily' | 'bonuses'> {
  return { daily: settings.signDaily, bonuses: signBonuses(settings) };
}
