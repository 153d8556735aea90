/** The host's console of a live room. All reject as `deskCall` does, and answer the console as it is then. */
import { api } from '#lib/contract/api.ts';
import type {
  CaptionsInput,
  CutInput,
  DropInput,
  LiveConsole,
  MadeKey,
} from '#lib/contract/live/console-schema.ts';
import type { DeskRoom } from '#lib/contract/live/desk-schema.ts';
import { mostConsoleEvents } from '#lib/rules/live/desk.ts';
import { deskCall } from './session.ts';

type Now = Promise<LiveConsole>;

/** The console of a room. With `after`, the place of the last answer, its record holds only newer events. */
export const loadConsole = (id: number, after = ''): Now => deskCall(api.liveConsole, { id, after });

/** A console with a later answer: the record goes on from what is known. Answers may repeat events. */
export function withNews(known: LiveConsole, fresh: LiveConsole): LiveConsole {
  if (fresh.is_whole === 1) return fresh;
  if (fresh.events.length === 0) return { ...fresh, events: known.events };
  const byId = new Map([...known.events, ...fresh.events].map((event) => [event.id, event]));
  const events = [...byId.values()].toSorted((a, b) => b.at.localeCompare(a.at) || b.id - a.id);
  return { ...fresh, events: events.slice(0, mostConsoleEvents) };
}

/** A new stream key, which is shown this once. */
export function rekeyRoom({ id, revision }: Pick<LiveConsole, 'id' | 'revision'>): Promise<MadeKey> {
  return deskCall(api.rekeyLiveRoom, { id, revision });
}

export const startRoom = (id: number): Now => deskCall(api.startLiveRoom, { id });
export const endRoom = (id: number): Now => deskCall(api.endLiveRoom, { id });
export const pinGoods = (id: number, goodsId: number): Now =>
  deskCall(api.pinLive, { id, goods_id: goodsId });
export const unpinGoods = (id: number, goodsId: number): Now =>
  deskCall(api.unpinLive, { id, goods_id: goodsId });

/** Drops a coupon; the same token drops once. */
export const dropCoupon = (input: DropInput): Now => deskCall(api.dropLiveCoupon, input);
/** Nobody claims the coupon from now on. */
export const endDrop = (id: number, couponId: number): Now =>
  deskCall(api.endLiveDrop, { id, coupon_id: couponId });

export const showQuestion = (id: number, questionId: number): Now =>
  deskCall(api.showLiveQuestion, { id, question_id: questionId });
export const answerQuestion = (id: number, questionId: number, answer: string): Now =>
  deskCall(api.answerLiveQuestion, { id, question_id: questionId, answer });
export const hideQuestion = (id: number, questionId: number): Now =>
  deskCall(api.hideLiveQuestion, { id, question_id: questionId });
export const hideEvent = (id: number, eventId: number): Now =>
  deskCall(api.hideLiveEvent, { id, event_id: eventId });
export const muteRoom = (id: number, isMuted: boolean): Now =>
  deskCall(api.muteLive, { id, is_muted: isMuted ? 1 : 0 });
export const noticeRoom = (id: number, text: string): Now => deskCall(api.noticeLive, { id, text });
export const markChapter = (id: number, title: string): Now => deskCall(api.chapterLive, { id, title });

/** Which part of a room that is over is shown as replay, and whether. */
export const cutRoom = (input: CutInput): Promise<DeskRoom> => deskCall(api.cutLiveRoom, input);

/** The captions of a recording: a WebVTT file in the place of the one before. */
export const setCaptions = (input: CaptionsInput): Promise<DeskRoom> => deskCall(api.liveCaptions, input);
export const removeCaptions = ({ id, revision }: Pick<DeskRoom, 'id' | 'revision'>): Promise<DeskRoom> =>
  deskCall(api.removeLiveCaptions, { id, revision });
