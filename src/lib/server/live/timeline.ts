/** The timeline of a room for its viewers (rules 22), asked every few seconds by each of them. */
import type { LiveTimelineValues } from '#lib/contract/live/calls.ts';
import type { LiveEventWire, LiveTimeline } from '#lib/contract/live/schema.ts';
import { roomFace, roomView } from '#lib/rules/live/room.ts';
import { maskedCompany } from '#lib/rules/wheel/wheel.ts';
import type { Context } from '../core/context.ts';
import { bookmarkText, comparePositions } from '../core/journal/position.ts';
import type { Db } from '../db/client.ts';
import { nextPlace, placeOf } from './kept-timeline.ts';
import { getRoomNews, type RoomNews } from './room-news.ts';
import type { TimelineRow } from './timeline-rows.ts';
import { factsOfRoom, joinFirst, noRoom, viewerOf } from './watch.ts';

/** Answers of one second that are kept: viewers who come and go ask from other places. */
const mostAnswers = 500;

/**
 * `GET /api/live/{id}/timeline`: what is new behind a place; everything without one, or with one that is not this
 * database's. Throws 404 for a room that is not public, 403 for one that the caller has to join.
 */
export async function getTimeline(
  { db, actor, now }: Pick<Context<'all'>, 'db' | 'actor' | 'now'>,
  { id, after }: LiveTimelineValues,
): Promise<LiveTimeline> {
  const news = await getRoomNews(db, id);
  const view = news === null ? 'none' : roomView(news.room, viewerOf(actor));
  if (news === null || view === 'none') throw noRoom();
  if (view === 'join') throw joinFirst();
  const known = news.answers.get(after);
  const answer = known ?? (await answerFrom(db, news, after));
  if (known === undefined && news.answers.size < mostAnswers) news.answers.set(after, answer);
  return { ...answer, timestamp: now.getTime() };
}

async function answerFrom(db: Db, news: RoomNews, after: string): Promise<LiveTimeline> {
  const { room, settled, events, viewers } = news;
  const place = await placeOf(db, settled, after);
  const rows = [...events.values()].filter((row) => place === null || comparePositions(row, place) > 0);
  return {
    events: rows.filter(({ is_hidden }) => !is_hidden).map(eventWire),
    withdrawn: place === null ? [] : rows.filter(({ is_hidden }) => is_hidden).map(({ id }) => id),
    after: bookmarkText({ ...nextPlace(settled, place), at: news.readAt }),
    is_whole: place === null ? 1 : 0,
    face: roomFace(factsOfRoom(room)),
    is_muted: room.isMuted ? 1 : 0,
    viewers,
    likes: room.likes,
    timestamp: 0,
  };
}

export function eventWire(row: TimelineRow): LiveEventWire {
  return {
    id: row.id,
    kind: row.kind,
    at: row.at,
    goods_id: row.goods_id ?? 0,
    coupon_id: row.coupon_id ?? 0,
    question_id: row.question_id ?? 0,
    text: row.text,
    name: row.company === null ? '' : maskedCompany(row.company),
  };
}
