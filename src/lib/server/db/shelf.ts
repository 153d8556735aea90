/** Whether an item may be sold at a moment, in SQL: the same as `isOnShelf` and `findRest` of the rules. */
import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { dayKey } from '#lib/rules/terms/activity-time.ts';

/**
 * The last day on which a merchant may sell, for queries over `merchant`: all its licences are valid and it is not
 * stopped; null = without end.
 */
export const papersUntil = sql<
  string | null
>`(select least(min(mp.valid_to), "merchant"."stopped_on" - 1)::text
  from merchant_paper mp where mp.merchant_id = "merchant"."id")`;

/**
 * For queries over `goods` (or its alias): on the shelf, not stopped, its lot known and not expired, its merchant's
 * licences valid and the merchant selling, not closing and not at rest.
 */
export function isOffered(now: Date, alias = 'goods'): SQL {
  return isOfferedOn(dayKey(now.getTime()), alias);
}

/** The same on a day in Shanghai (2026-07-01), given as it is or as the name of a value. */
export function isOfferedOn(day: string | Placeholder, alias: string): SQL {
  const g = sql.identifier(alias);
  const today = sql`${day}::date`;
  return sql`(${g}.is_on_shelf and not ${g}.is_stopped and ${g}.expires_on >= ${today}
    and not exists (select 1 from merchant_paper mp where mp.merchant_id = ${g}.merchant_id and mp.valid_to < ${today})
    and not exists (select 1 from merchant m where m.id = ${g}.merchant_id 
      and (m.stopped_on <= ${today} or m.closing_at is not null or ${today} between m.rests_from and m.rests_until)))`;
}

/** A grant of a controlled item opens it on the day, as `grantStanding` of the rules: granted, and not past its last day. */
export function isGrantInForce(grant: SQL, day: SQL): SQL {
  return sql`(${grant}.status = 'granted' and (${grant}.valid_to is null or ${grant}.valid_to >= ${day}::date))`;
}
