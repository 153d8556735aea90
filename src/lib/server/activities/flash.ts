/** Flash sales: the sessions of the Shanghai day and the sales that run for days (rules 6). */
import type {
  ActivityFilter,
  ActivityGoods,
  FlashGoods,
  FlashSession,
  FlashSessions,
} from '#lib/contract/activities.ts';
import { AppError } from '#lib/contract/errors.ts';
import { startOfDay } from '#lib/rules/terms/activity-time.ts';
import { isRunning } from '#lib/rules/terms/terms.ts';
import type { ActivityWithGoods } from '../catalogue/offer-rows.ts';
import type { Context } from '../core/context.ts';
import { findActivity, listOfKind } from '../offers/activity-rows.ts';
import { activityGoodsOf } from './goods.ts';
import { hoursOf, spanOf } from './span.ts';

const day = 24 * 3_600_000;

/** `GET /api/spike/index`. */
export async function listFlashSessions(context: Pick<Context, 'db' | 'now'>): Promise<FlashSessions> {
  const { sessions } = await sessionsOf(context);
  return { list: sessions, current: currentOf(sessions)?.id ?? null, timestamp: context.now.getTime() };
}

/** `GET /api/miaosha/goods`. Throws 404 for a sale that does not exist. */
export async function listFlashGoods(context: Context<'all'>, { id }: ActivityFilter): Promise<FlashGoods> {
  const { db, now } = context;
  const entries =
    id === undefined
      ? await listOfKind(db, 'flash', { endsAfter: now, startsBefore: now })
      : [await getFlash(context, id)];
  return { list: await activityGoodsOf(context, entries), timestamp: now.getTime() };
}

async function getFlash({ db }: Context<'all'>, id: number): Promise<ActivityWithGoods> {
  const entry = await findActivity(db, id);
  if (entry?.activity.kind !== 'flash') throw new AppError(404, '秒杀场次不存在或已结束');
  return entry;
}

/** A sale with its items, for a page. */
export interface FlashSale {
  session: FlashSession;
  goods: ActivityGoods[];
}

/** What runs now, the session before the sales without hours; for /miaosha. */
export async function getFlashNow(
  context: Context<'all'>,
): Promise<{ sales: FlashSale[]; next: FlashSession | null }> {
  const { sessions, entries } = await sessionsOf(context);
  const running = sessions
    .filter((session) => session.phase === 'running')
    .toSorted((a, b) => b.is_session - a.is_session);
  const sales = await Promise.all(running.map((session) => saleOf(context, session, entries)));
  const next = sessions.find((session) => session.is_session === 1 && session.phase === 'upcoming') ?? null;
  return { sales: sales.filter((sale) => sale.goods.length > 0), next };
}

/** The sessions of the day and one of them with its items: the requested one, else the current one; for /ms. */
export async function getFlashDay(
  context: Context<'all'>,
  wanted: string | null,
): Promise<{ sessions: FlashSession[]; sale: FlashSale | null }> {
  const { sessions, entries } = await sessionsOf(context);
  const shown = sessions.filter((session) => session.is_session === 1);
  const session =
    shown.find(({ id }) => String(id) === wanted) ?? currentOf(sessions) ?? shown.at(-1) ?? null;
  return { sessions: shown, sale: session && (await saleOf(context, session, entries)) };
}

/** Half a minute: a page that shows what is left may be this old; its island loads again. */
const longestKept = 30;

/** Seconds for which a page with sessions, or anything with a time, is right: until one of them begins or ends. */
export function keepFor(
  sessions: readonly Pick<FlashSession, 'start_time' | 'end_time'>[],
  now: number,
): number {
  const moments = sessions.flatMap(({ start_time, end_time }) => [start_time, end_time]);
  const left = moments.map((at) => Math.ceil((at - now) / 1000)).filter((seconds) => seconds > 0);
  return Math.min(longestKept, ...left);
}

async function saleOf(
  context: Context<'all'>,
  session: FlashSession,
  entries: readonly ActivityWithGoods[],
): Promise<FlashSale> {
  const own = entries.filter(({ activity }) => activity.id === session.id);
  return { session, goods: await activityGoodsOf(context, own) };
}

function currentOf(sessions: readonly FlashSession[]): FlashSession | undefined {
  const shown = sessions.filter((session) => session.is_session === 1);
  return shown.find(({ phase }) => phase === 'running') ?? shown.find(({ phase }) => phase === 'upcoming');
}

/** Sessions that begin today, and sales without hours that run now. */
async function sessionsOf({ db, now }: Pick<Context, 'db' | 'now'>) {
  const moment = now.getTime();
  const start = startOfDay(moment);
  const found = await listOfKind(db, 'flash', {
    endsAfter: new Date(start),
    startsBefore: new Date(start + day - 1),
  });
  const entries = found.filter(({ activity }) =>
    isSession(activity)
      ? activity.startsAt.getTime() >= start
      : isRunning({ startsAt: activity.startsAt.getTime(), endsAt: activity.endsAt.getTime() }, moment),
  );
  const sessions = entries.map(
    ({ activity, goods }): FlashSession => ({
      id: activity.id,
      name: activity.name,
      remarks: activity.remarks,
      label: isSession(activity) ? hoursOf(activity) : '全天',
      is_session: isSession(activity) ? 1 : 0,
      count: goods.length,
      ...spanOf(activity, moment),
    }),
  );
  return { sessions, entries };
}

/** A session lasts a day at most; anything longer has no hours. */
function isSession({ startsAt, endsAt }: ActivityWithGoods['activity']): boolean {
  return endsAt.getTime() - startsAt.getTime() <= day;
}
