/**
 * The part of a talk that a page holds: a run of messages without a gap. News only point at messages; what is shown comes
 * from answers alone, so that a repeated or an early event changes nothing.
 */
import type { ChatHistory, ChatMessage } from '#lib/contract/chat/schema.ts';

export interface TalkView {
  /** In ascending order of numbers. */
  list: readonly ChatMessage[];
  /** Every message up to this number is in the list or older than it. */
  until: number;
  /** The number of the talk's last message, as far as it is known. */
  last: number;
  hasBefore: boolean;
  theirRead: number;
  myRead: number;
}

/** A view of the newest messages, or of those around a search's hit. */
export function viewOf(history: ChatHistory): TalkView {
  return {
    list: history.list,
    until: coveredBy(history, 0),
    last: history.last_seq,
    hasBefore: history.has_before === 1,
    theirRead: history.their_read,
    myRead: history.my_read,
  };
}

/** With the answer for what follows the view; numbers that it has already are taken anew. */
export function withLater(view: TalkView, history: ChatHistory): TalkView {
  return {
    ...view,
    list: joined(view.list, history.list),
    until: coveredBy(history, view.until),
    last: Math.max(view.last, history.last_seq),
    theirRead: Math.max(view.theirRead, history.their_read),
    myRead: Math.max(view.myRead, history.my_read),
  };
}

/** With the answer for what is older than the view. */
export function withOlder(view: TalkView, history: ChatHistory): TalkView {
  return { ...view, list: joined(history.list, view.list), hasBefore: history.has_before === 1 };
}

/**
 * With one message: a known one is replaced, the next one is added. One behind a gap changes the last number alone: the gap
 * is asked for.
 */
export function withOne(view: TalkView, message: ChatMessage): TalkView {
  const { seq } = message;
  const last = Math.max(view.last, seq);
  if (seq === view.until + 1) return { ...view, list: [...view.list, message], until: seq, last };
  if (!view.list.some((one) => one.seq === seq)) return { ...view, last };
  return { ...view, list: view.list.map((one) => (one.seq === seq ? message : one)), last };
}

/** With a mark of the other side, or one's own; a mark never moves back. */
export function withRead(view: TalkView, whose: 'their' | 'my', seq: number): TalkView {
  const key = whose === 'their' ? 'theirRead' : 'myRead';
  return seq > view[key] ? { ...view, [key]: seq } : view;
}

/** Whether later messages exist than the view has. */
export function isBehind(view: TalkView): boolean {
  return view.last > view.until;
}

/** Whether the messages behind the number `at` follow the view, or are part of it, without a gap. */
export function continues(view: TalkView | null, at: number): boolean {
  return view !== null && at <= view.until && (view.list[0]?.seq ?? 1) <= at + 1;
}

/** The number up to which nothing lacks after an answer that begins behind `from`. */
function coveredBy({ list, has_after, last_seq }: ChatHistory, from: number): number {
  return Math.max(from, has_after === 1 ? (list.at(-1)?.seq ?? 0) : last_seq);
}

/** Both runs in the order of their numbers; of one number the later run's. */
function joined(earlier: readonly ChatMessage[], later: readonly ChatMessage[]): ChatMessage[] {
  const all = new Map([...earlier, ...later].map((one) => [one.seq, one]));
  return [...all.values()].sort((one, other) => one.seq - other.seq);
}
