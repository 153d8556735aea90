import { liveCalls } from '#lib/contract/live/calls.ts';
import { handlers } from '../core/calls/handlers.ts';
import { countAdd, listLiveCoupons, listLiveGoods } from './goods.ts';
import { listLive } from './list.ts';
import { askQuestion, listOwnQuestions } from './questions.ts';
import { remind } from './reminders.ts';
import { getRoom } from './room.ts';
import { getTimeline } from './timeline.ts';
import { beat, like } from './viewers.ts';

export const liveHandlers = handlers(liveCalls, {
  liveList: listLive,
  liveRoom: getRoom,
  liveRoomGoods: listLiveGoods,
  liveRoomCoupons: listLiveCoupons,
  liveTimeline: getTimeline,
  liveQuestions: listOwnQuestions,
  askLive: askQuestion,
  likeLive: like,
  remindLive: remind,
  beatLive: beat,
  addedLive: countAdd,
});
