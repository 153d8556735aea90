/** Three months in which the demo's owner signed in, with missed days and the cards that the bonuses brought. */
import { type BonusDay, bonusCards, bonusesDue, signBonuses } from '#lib/rules/points/sign-in.ts';
import { defaultValues } from '#lib/rules/site/settings.ts';
import type { Tx } from '#lib/server/db/client.ts';
import { signCard, signIn } from '#lib/server/db/schema.ts';
import { dayFrom, hourOf } from '../seed/dates.ts';
import { companies, users } from '../seed/known.ts';
import type { Points } from './book.ts';
import { lifeDays } from './habits.ts';

/** Days before today that were missed; today can still be signed. */
const missed = new Set([4, 5, 31, 58, 59, 72]);
const companyId = companies.demo;
const userId = users.demo;

const { signDaily: daily, ...rest } = defaultValues({});
const all = signBonuses(rest);

/** Writes the days and cards, and answers the points that they brought. */
export async function writeSigns(tx: Tx, now: Date): Promise<Points[]> {
  const rows = [];
  const brought: Points[] = [];
  const cards = [];
  let run: BonusDay[][] = [];
  for (let back = lifeDays; back > 0; back -= 1) {
    if (missed.has(back)) {
      run = [];
      continue;
    }
    const bonuses = bonusesDue(run.length + 1, run.flat());
    run.push(bonuses);
    const day = dayFrom(now, -back);
    const createdAt = hourOf(now, -24 * back + 8.7);
    const due = bonuses.flatMap((bonus) => all.filter(({ days }) => days === bonus));
    const amount = due.reduce((sum, { points }) => sum + points, daily);
    rows.push({ companyId, userId, day, points: amount, bonuses, createdAt });
    cards.push(
      ...due
        .flatMap((bonus) => bonusCards(bonus, day))
        .map((source) => ({ companyId, userId, source, createdAt })),
    );
    const said = bonuses.map((bonus) => `，连签${bonus}天`).join('');
    const note = `${day}签到${said}`;
    brought.push({ companyId, useType: 'sign_in', amount, ref: `${userId}:${day}`, note, createdAt });
  }
  await tx.insert(signIn).values(rows);
  await tx.insert(signCard).values(cards);
  return brought;
}
