/**
 * The timeline of a room: what the host does, at the wall clock of the server. The picture carries the same clock
 * (EXT-X-PROGRAM-DATE-TIME), so each viewer sees a pin with the words that belong to it, however far behind.
 */

/**
 * start, end: on air. picture: the publisher is there, or is lost (`text` on, off). pin, unpin: goods beside the picture.
 * drop: a coupon. question: shown on screen; answer: its answer. notice: a line of the host. chapter: a part of the replay.
 * mute: questions are closed or open again (`text` on, off).
 */
export const liveEventKinds = [
  'start',
  'end',
  'picture',
  'pin',
  'unpin',
  'drop',
  'question',
  'answer',
  'notice',
  'chapter',
  'mute',
] as const;
export type LiveEventKind = (typeof liveEventKinds)[number];

export const questionStates = ['waiting', 'shown', 'answered', 'hidden'] as const;
export type QuestionState = (typeof questionStates)[number];

/** An event as far as the state of a moment depends on it. Times in ms since 1970. */
export interface TimelineEvent {
  id: number;
  kind: LiveEventKind;
  at: number;
  goodsId: number | null;
  text: string;
}

/** What stands beside the picture at a moment. */
export interface Moment {
  /** The goods that were pinned last and not unpinned, the newest first. */
  pinned: number[];
  /** The last notice; null before the first one. */
  notice: string | null;
  /** The title of the chapter; null before the first one. */
  chapter: string | null;
  /** Whether the publisher sends a picture. */
  hasPicture: boolean;
}

/** The state at a moment of stream time: events up to it, in the order of time, of one moment in the order of their ids. */
export function momentOf(events: readonly TimelineEvent[], at: number): Moment {
  const moment: Moment = { pinned: [], notice: null, chapter: null, hasPicture: false };
  const past = events.filter((event) => event.at <= at).toSorted((a, b) => a.at - b.at || a.id - b.id);
  for (const { kind, goodsId, text } of past) {
    if (kind === 'pin' || kind === 'unpin') moment.pinned = moment.pinned.filter((id) => id !== goodsId);
    if (kind === 'pin' && goodsId !== null) moment.pinned.unshift(goodsId);
    else if (kind === 'notice') moment.notice = text === '' ? null : text;
    else if (kind === 'chapter') moment.chapter = text;
    else if (kind === 'picture') moment.hasPicture = text === 'on';
    else if (kind === 'end') return { ...moment, pinned: [], hasPicture: false };
  }
  return moment;
}

/** A part of a replay, ms since 1970. */
export interface Chapter {
  title: string;
  from: number;
  to: number;
}

/**
 * Chapters of a replay between two moments: the host's own, and where there are none, one for each item pinned
 * (`titleOf`). The first begins with the replay.
 */
export function chaptersOf(
  events: readonly TimelineEvent[],
  { from, to }: { from: number; to: number },
  titleOf: (goodsId: number) => string,
): Chapter[] {
  const inside = events.filter(({ at }) => at < to).toSorted((a, b) => a.at - b.at || a.id - b.id);
  const own = inside.filter(({ kind }) => kind === 'chapter');
  const marks =
    own.length > 0 ? own : inside.filter(({ kind, goodsId }) => kind === 'pin' && goodsId !== null);
  const starts: { title: string; at: number }[] = [];
  for (const { at, text, goodsId } of marks) {
    const title = own.length > 0 ? text : titleOf(goodsId ?? 0);
    const last = starts.at(-1);
    const begins = Math.max(at, from);
    // Of several before the cut, or at one moment, the last one counts.
    if (last && last.at === begins) last.title = title;
    else if (last?.title !== title) starts.push({ title, at: begins });
  }
  if (starts[0] && starts[0].at > from) starts.unshift({ title: '开场', at: from });
  return starts.map(({ title, at }, nth) => ({ title, from: at, to: starts[nth + 1]?.at ?? to }));
}

/** For who has asked. */
export const questionStateTexts = {
  waiting: '等待主播选答',
  shown: '已上屏',
  answered: '已回答',
  hidden: '未采用',
} as const satisfies Record<QuestionState, string>;

export function isLiveEventKind(kind: string): kind is LiveEventKind {
  return liveEventKinds.some((known) => known === kind);
}
