/** Figures of service: first answer, resolution and ratings by person and day (rules 21). */
import type { ChatFigure, ChatFigures, ChatFiguresValues } from '#lib/contract/chat/desk-schema.ts';
import { fieldError } from '#lib/contract/errors.ts';
import { meanStars, median, percent } from '#lib/rules/chat/figures.ts';
import { type ServiceHours, serviceMs } from '#lib/rules/chat/hours.ts';
import { dayKey, findDay, startOfDay } from '#lib/rules/terms/activity-time.ts';
import type { Context } from '../core/context.ts';
import { getSettings } from '../site/settings.ts';
import { serviceHours } from './auto.ts';
import { type FiguredInquiry, listInquiries } from './figure-rows.ts';

const day = 86_400_000;
/** Days without a choice, and most of them. */
const fewDays = 30;
const mostDays = 92;

/** `GET /api/desk/chat/figures`: of one's own side, the last 30 days without a choice. */
export async function getChatFigures(
  { db, actor, now }: Context<'staff'>,
  input: ChatFiguresValues,
): Promise<ChatFigures> {
  const last = findDay(input.to) ?? startOfDay(now.getTime());
  const first = findDay(input.from) ?? last - (fewDays - 1) * day;
  if (first > last) throw fieldError('from', '开始日期不能晚于结束日期');
  if (last - first >= mostDays * day) throw fieldError('from', `一次最多统计${mostDays}天`);
  const [settings, rows] = await Promise.all([
    getSettings(db),
    listInquiries(db, actor.merchantId, new Date(first), new Date(last + day)),
  ]);
  const make = figureMaker(serviceHours(settings), settings.chatPromiseSeconds);
  return {
    from: dayKey(first),
    to: dayKey(last),
    total: make('合计', rows),
    people: groups(rows, ({ person }) => person).map(([key, own]) => make(key, own)),
    days: groups(rows, ({ openedAt }) => dayKey(openedAt.getTime())).map(([key, own]) => make(key, own)),
  };
}

function groups(
  rows: readonly FiguredInquiry[],
  keyOf: (row: FiguredInquiry) => string | null,
): [string, FiguredInquiry[]][] {
  const found = Map.groupBy(rows, keyOf);
  return [...found].flatMap(([key, own]) => (key === null ? [] : [[key, own]]));
}

function figureMaker(hours: ServiceHours, promised: number) {
  const seconds = (from: Date, to: Date) =>
    Math.round(serviceMs(from.getTime(), to.getTime(), hours) / 1_000);
  return (key: string, rows: readonly FiguredInquiry[]): ChatFigure => {
    const answers = rows.flatMap(({ openedAt, answeredAt }) =>
      answeredAt === null ? [] : [seconds(openedAt, answeredAt)],
    );
    const ends = rows.flatMap(({ openedAt, closedAt }) =>
      closedAt === null ? [] : [Math.round((closedAt.getTime() - openedAt.getTime()) / 1_000)],
    );
    const stars = rows.flatMap((row) => row.stars ?? []);
    return {
      key,
      inquiries: rows.length,
      first_answer: median(answers),
      in_time: percent(answers.filter((one) => one <= promised).length, answers.length),
      resolution: median(ends),
      rated: stars.length,
      stars: meanStars(stars),
    };
  };
}
