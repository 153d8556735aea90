/** Signing in (rules 6): once a Shanghai day, bonuses for days in a row, cards for a missed day. Days are YYYY-MM-DD. */

/** After so many days in a row there is a bonus; then the count begins anew. */
export const bonusDays = [7, 15, 30] as const;
export type BonusDay = (typeof bonusDays)[number];
const cycle = 30;

/** What a bonus brings: points, and cards for a missed day. */
export interface SignBonus {
  days: BonusDay;
  points: number;
  cards: number;
}

/** The settings of signing in that bonuses are made of. */
interface BonusSettings {
  signBonus7: number;
  signBonus15: number;
  signBonus30: number;
  signCards7: number;
  signCards15: number;
  signCards30: number;
}

/** The bonuses as the shop has set them, the first one first. */
export function signBonuses(set: BonusSettings): SignBonus[] {
  const points = { 7: set.signBonus7, 15: set.signBonus15, 30: set.signBonus30 };
  const cards = { 7: set.signCards7, 15: set.signCards15, 30: set.signCards30 };
  return bonusDays.map((days) => ({ days, points: points[days], cards: cards[days] }));
}

/** The sentence for who has no card: how to get one, where a bonus brings any. */
export function noCardText(bonuses: readonly { days: number; cards: number }[]): string {
  const first = bonuses.find(({ cards }) => cards > 0);
  return first === undefined ? '没有补签卡' : `没有补签卡，连续签到${first.days}天可得${first.cards}张`;
}

/** The source of each card that a bonus brings on a day: the same one again gives none. */
export function bonusCards({ days, cards }: SignBonus, day: string): string[] {
  return Array.from({ length: cards }, (_, at) => `bonus:${days}:${day}${at === 0 ? '' : `:${at + 1}`}`);
}

/** A day may be made up for so many days. */
export const makeUpDays = 30;

const dayMs = 86_400_000;

/** The day so many days later; before, where it is negative. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The days in a row around a signed day, the first one first. */
export function runAround(signed: ReadonlySet<string>, day: string): string[] {
  if (!signed.has(day)) return [];
  let first = day;
  while (signed.has(dayAfter(first, -1))) first = dayAfter(first, -1);
  const run = [];
  for (let at = first; signed.has(at); at = dayAfter(at)) run.push(at);
  return run;
}

/** Days in a row until today; yesterday's count as long as today can still be signed. */
export function streakOf(signed: ReadonlySet<string>, today: string): number {
  const last = signed.has(today) ? today : dayAfter(today, -1);
  let days = 0;
  for (let at = last; signed.has(at); at = dayAfter(at, -1)) days += 1;
  return days;
}

/**
 * The bonuses that a run of so many days has reached and that were not given in it yet, the smallest first. A card that
 * joins two runs gives none a second time.
 */
export function bonusesDue(days: number, given: readonly number[]): BonusDay[] {
  return bonusDays.flatMap((bonus) => {
    const reached = Math.floor(days / cycle) + (days % cycle >= bonus ? 1 : 0);
    const times = reached - given.filter((one) => one === bonus).length;
    return new Array<BonusDay>(Math.max(0, times)).fill(bonus);
  });
}

/** The next bonus of a run with these bonuses: what it is, and the days until it is reached. */
export function nextBonus(streak: number, given: readonly number[]): { bonus: BonusDay; left: number } {
  for (let left = 1; ; left += 1) {
    const [bonus] = bonusesDue(streak + left, given);
    if (bonus !== undefined) return { bonus, left };
  }
}

/** Why a day cannot be made up; null where it can. `since` is the day on which the account was made. */
export function makeUpRefusal(
  signed: ReadonlySet<string>,
  day: string,
  { today, since }: { today: string; since: string },
): string | null {
  if (day >= today) return '只能补签今天以前的日子';
  if (day < dayAfter(today, -makeUpDays)) return `只能补签最近${makeUpDays}天`;
  if (day < since) return '开户以前的日子不能补签';
  if (signed.has(day)) return '这一天已经签到';
  return null;
}

/** A month of the calendar: YYYY-MM, its days, and the blank places before the first, weeks beginning on Monday. */
export function monthOf(month: string): { blanks: number; days: string[] } {
  const first = `${month}-01`;
  const days = [];
  for (let day = first; day.startsWith(month); day = dayAfter(day)) days.push(day);
  return { blanks: (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7, days };
}
