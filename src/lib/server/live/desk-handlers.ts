import { deskLiveCalls } from '#lib/contract/live/desk-calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { endRoom, rekeyRoom, startRoom } from './desk-air.ts';
import { removeCaptions, setCaptions } from './desk-captions.ts';
import { markChapter, muteRoom, noticeRoom, pinGoods, unpinGoods } from './desk-console.ts';
import { getConsole } from './desk-console-read.ts';
import { cutRoom } from './desk-cut.ts';
import { dropCoupon, endDrop } from './desk-drop.ts';
import { answerQuestion, hideEvent, hideRoomQuestion, showQuestion } from './desk-questions.ts';
import { findRoomGoods, getDeskRoom } from './desk-read.ts';
import { passRoom, refuseRoom, stopRoom } from './desk-review.ts';
import { cancelRoom, handInRoom, saveRoom, withdrawRoom } from './desk-rooms.ts';

export const deskLiveHandlers = handlers(deskLiveCalls, {
  deskLiveRoom: getDeskRoom,
  liveGoods: findRoomGoods,
  saveLiveRoom: saveRoom,
  handInLiveRoom: handInRoom,
  withdrawLiveRoom: withdrawRoom,
  cancelLiveRoom: cancelRoom,
  passLiveRoom: passRoom,
  refuseLiveRoom: refuseRoom,
  stopLiveRoom: stopRoom,
  liveConsole: getConsole,
  rekeyLiveRoom: rekeyRoom,
  startLiveRoom: startRoom,
  endLiveRoom: endRoom,
  pinLive: pinGoods,
  unpinLive: unpinGoods,
  dropLiveCoupon: dropCoupon,
  endLiveDrop: endDrop,
  showLiveQuestion: showQuestion,
  answerLiveQuestion: answerQuestion,
  hideLiveEvent: hideEvent,
  hideLiveQuestion: hideRoomQuestion,
  muteLive: muteRoom,
  noticeLive: noticeRoom,
  chapterLive: markChapter,
  cutLiveRoom: cutRoom,
  liveCaptions: setCaptions,
  removeLiveCaptions: removeCaptions,
});
