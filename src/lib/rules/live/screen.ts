/** What a viewer sees beside the picture at a moment of the picture's clock (rules 22). */
import { type Moment, momentOf, type TimelineEvent } from './timeline.ts';

export interface ScreenEvent extends TimelineEvent {
  couponId: number | null;
  questionId: number | null;
  /** Who asks, masked. */
  name: string;
}

/** A question on screen, with its answer once there is one. */
export interface ScreenQuestion {
  id: number;
  name: string;
  text: string;
  /** Null while it is not answered. */
  answer: string | null;
}

export interface Screen extends Moment {
  /** Coupons that were dropped by then, the newest first. */
  drops: number[];
  /** The last question on screen; null when it was there long enough. */
  question: ScreenQuestion | null;
  /** The room has ended by then. */
  isOver: boolean;
}

/** How far a picture that does not tell its clock is taken to be behind, ms. */
export const guessedDelayMs = 6_000;

/** How long a question stays after its last word, ms. */
export const questionMs = 60_000;

export function screenAt(events: readonly ScreenEvent[], at: number): Screen {
  const past = events.filter((event) => event.at <= at).toSorted((a, b) => a.at - b.at || a.id - b.id);
  const drops: number[] = [];
  const seen: { question: ScreenQuestion | null } = { question: null };
  let saidAt = Number.NEGATIVE_INFINITY;
  let isOver = false;
  for (const { kind, at: when, text, name, couponId, questionId } of past) {
    if (kind === 'drop' && couponId !== null) drops.unshift(couponId);
    else if (kind === 'question' && questionId !== null) {
      seen.question = { id: questionId, name, text, answer: null };
      saidAt = when;
    } else if (kind === 'answer' && seen.question !== null && seen.question.id === questionId) {
      seen.question = { ...seen.question, answer: text };
      saidAt = when;
    } else if (kind === 'start') isOver = false;
    else if (kind === 'end') isOver = true;
  }
  const isShown = !isOver && at - saidAt <= questionMs;
  return {
    ...momentOf(past, at),
    drops: [...new Set(drops)],
    question: isShown ? seen.question : null,
    isOver,
  };
}
