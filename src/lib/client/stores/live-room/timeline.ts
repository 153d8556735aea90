/** The timeline of an open room: asked every few seconds, and held by the ids of its events. */
import { map } from 'nanostores';
import { api } from '#lib/contract/api.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { LiveTimeline, RoomFace } from '#lib/contract/live/schema.ts';
import { findScreenEvent } from '#lib/contract/live/screen-event.ts';
import type { ScreenEvent } from '#lib/rules/live/screen.ts';
import { call } from '../../api.ts';
import { setServerTime } from '../../clock.ts';

export interface RoomState {
  /** By id; those that were taken back are gone. */
  events: ReadonlyMap<number, ScreenEvent>;
  face: RoomFace;
  isMuted: boolean;
  viewers: number;
  likes: number;
  /** The place of the next answer. */
  after: string;
  /** failed: no answer for a while; gone: the room is closed to this viewer. */
  phase: 'loading' | 'ready' | 'failed' | 'gone';
}

/** The state of the room that this page shows. */
export const $room = map<RoomState>({
  events: new Map(),
  face: 'now',
  isMuted: false,
  viewers: 0,
  likes: 0,
  after: '',
  phase: 'loading',
});

/** A state with what an answer adds and takes away. Answers may repeat events; an older one changes nothing. */
export function withAnswer(state: RoomState, answer: LiveTimeline): RoomState {
  const isWhole = answer.is_whole === 1;
  const isSame =
    !isWhole && answer.events.every(({ id }) => state.events.has(id)) && answer.withdrawn.length === 0;
  let { events } = state;
  if (!isSame) {
    const next = new Map(isWhole ? [] : state.events);
    for (const one of answer.events) {
      const event = findScreenEvent(one);
      if (event !== null) next.set(one.id, event);
    }
    for (const id of answer.withdrawn) next.delete(id);
    events = next;
  }
  return {
    events,
    face: answer.face,
    isMuted: answer.is_muted === 1,
    viewers: answer.viewers,
    likes: answer.likes,
    after: answer.after,
    phase: 'ready',
  };
}

/** Between two looks, ms; a hidden tab looks less often. */
const lookMs = 3_000;
const hiddenLookMs = 20_000;
/** Looks that may fail before it is said. */
const mostFailed = 3;

type Load = (id: number, after: string) => Promise<LiveTimeline>;
const load: Load = (id, after) => call(api.liveTimeline, { id, after });

/** One look; false where the room is gone. A failed one rejects. */
export async function look(id: number, ask: Load = load): Promise<boolean> {
  try {
    const answer = await ask(id, $room.get().after);
    setServerTime(answer.timestamp);
    $room.set(withAnswer($room.get(), answer));
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === 404 || error.code === 403 || error.code === 401)) {
      $room.setKey('phase', 'gone');
      return false;
    }
    throw error;
  }
}

/** Follows a room until the answer is called. A tab that is shown again looks at once. */
export function followRoom(id: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isLooking = false;
  let failed = 0;
  async function run(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    clearTimeout(timer);
    try {
      if (!(await look(id))) isOver = true;
      failed = 0;
    } catch {
      failed += 1;
      if (failed >= mostFailed) $room.setKey('phase', 'failed');
    }
    isLooking = false;
    if (!isOver) timer = setTimeout(run, document.hidden ? hiddenLookMs : lookMs * Math.min(1 + failed, 5));
  }
  const show = () => {
    if (!document.hidden && !isOver) void run();
  };
  document.addEventListener('visibilitychange', show);
  void run();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', show);
  };
}

/** What a room is now, for a page that waits for its beginning. Rejects where it is gone. */
export async function loadFace(id: number): Promise<RoomFace> {
  return (await call(api.liveRoom, { id })).face;
}
