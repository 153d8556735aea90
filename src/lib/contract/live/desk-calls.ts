/** Calls of live rooms at the desks: a merchant's people make and hold them, the platform examines and stops them. */
import { get, post } from '../call.ts';
import {
  answerInput,
  captionsInput,
  chapterInput,
  consoleInput,
  cutInput,
  dropInput,
  endDropInput,
  hideEventInput,
  liveConsole,
  madeKey,
  muteInput,
  noticeInput,
  pinInput,
  questionInput,
} from './console-schema.ts';
import {
  deskRoom,
  findRoomGoodsInput,
  foundRoomGoods,
  reasonedRoomInput,
  refuseRoomInput,
  roomInput,
  saveRoomInput,
  seenRoomInput,
} from './desk-schema.ts';

const desk = { who: 'staff', may: 'live' } as const;
const host = { who: 'merchant', may: 'live' } as const;
const platform = { who: 'platform', may: 'live' } as const;

export const deskLiveCalls = {
  deskLiveRoom: get('/api/desk/live/rooms/{id}', { ...desk, input: roomInput, output: deskRoom }),
  liveGoods: get('/api/desk/live/goods', {
    ...host,
    cost: 'list',
    input: findRoomGoodsInput,
    output: foundRoomGoods,
  }),
  saveLiveRoom: post('/api/desk/live/rooms', { ...host, input: saveRoomInput, output: deskRoom }),
  handInLiveRoom: post('/api/desk/live/rooms/{id}/hand-in', {
    ...host,
    input: seenRoomInput,
    output: deskRoom,
  }),
  withdrawLiveRoom: post('/api/desk/live/rooms/{id}/withdraw', {
    ...host,
    input: roomInput,
    output: deskRoom,
  }),
  cancelLiveRoom: post('/api/desk/live/rooms/{id}/cancel', {
    ...host,
    input: reasonedRoomInput,
    output: deskRoom,
  }),
  passLiveRoom: post('/api/desk/live/rooms/{id}/pass', {
    ...platform,
    input: seenRoomInput,
    output: deskRoom,
  }),
  refuseLiveRoom: post('/api/desk/live/rooms/{id}/refuse', {
    ...platform,
    input: refuseRoomInput,
    output: deskRoom,
  }),
  /** At any time once it was passed: who watches sees the picture end at once. */
  stopLiveRoom: post('/api/desk/live/rooms/{id}/stop', {
    ...platform,
    input: reasonedRoomInput,
    output: deskRoom,
  }),
  liveConsole: get('/api/desk/live/rooms/{id}/console', {
    ...desk,
    input: consoleInput,
    output: liveConsole,
  }),
  /** A new stream key, which this answer alone shows; the one before is void. 409 where nobody can publish. */
  rekeyLiveRoom: post('/api/desk/live/rooms/{id}/key', { ...host, input: seenRoomInput, output: madeKey }),
  startLiveRoom: post('/api/desk/live/rooms/{id}/start', { ...host, input: roomInput, output: liveConsole }),
  endLiveRoom: post('/api/desk/live/rooms/{id}/end', { ...host, input: roomInput, output: liveConsole }),
  pinLive: post('/api/desk/live/rooms/{id}/pin', { ...host, input: pinInput, output: liveConsole }),
  unpinLive: post('/api/desk/live/rooms/{id}/unpin', { ...host, input: pinInput, output: liveConsole }),
  dropLiveCoupon: post('/api/desk/live/rooms/{id}/drop', { ...host, input: dropInput, output: liveConsole }),
  /** What was claimed stays good. Over already, it changes nothing. */
  endLiveDrop: post('/api/desk/live/rooms/{id}/end-drop', {
    ...host,
    input: endDropInput,
    output: liveConsole,
  }),
  showLiveQuestion: post('/api/desk/live/rooms/{id}/show', {
    ...host,
    input: questionInput,
    output: liveConsole,
  }),
  answerLiveQuestion: post('/api/desk/live/rooms/{id}/answer', {
    ...host,
    input: answerInput,
    output: liveConsole,
  }),
  hideLiveEvent: post('/api/desk/live/rooms/{id}/hide', {
    ...desk,
    input: hideEventInput,
    output: liveConsole,
  }),
  hideLiveQuestion: post('/api/desk/live/rooms/{id}/hide-question', {
    ...desk,
    input: questionInput,
    output: liveConsole,
  }),
  muteLive: post('/api/desk/live/rooms/{id}/mute', { ...desk, input: muteInput, output: liveConsole }),
  noticeLive: post('/api/desk/live/rooms/{id}/notice', { ...host, input: noticeInput, output: liveConsole }),
  chapterLive: post('/api/desk/live/rooms/{id}/chapter', {
    ...host,
    input: chapterInput,
    output: liveConsole,
  }),
  cutLiveRoom: post('/api/desk/live/rooms/{id}/cut', { ...host, input: cutInput, output: deskRoom }),
  liveCaptions: post('/api/desk/live/rooms/{id}/captions', {
    ...host,
    cost: 'upload',
    input: captionsInput,
    output: deskRoom,
  }),
  removeLiveCaptions: post('/api/desk/live/rooms/{id}/remove-captions', {
    ...desk,
    input: seenRoomInput,
    output: deskRoom,
  }),
};
