import { wheelCalls } from '#lib/contract/wheel.ts';
import { wheelDeskCalls } from '#lib/contract/wheel-desk.ts';
import { handlers } from '../core/calls/handlers.ts';
import { buyChances } from './buy-chances.ts';
import { getDeskWheel } from './desk-wire.ts';
import { askOpen } from './open.ts';
import { play, playByGet } from './play.ts';
import { getProof, getSimpleDraw, getWheel, listDrawAds, listDrawRecords, listNewRecords } from './read.ts';
import { giveChances, saveWheel } from './save.ts';

export const wheelHandlers = handlers(wheelCalls, {
  draw: getWheel,
  drawNew: listNewRecords,
  drawSimple: getSimpleDraw,
  drawRecord: listDrawRecords,
  drawAds: listDrawAds,
  drawActivity: playByGet,
  drawPlay: play,
  drawChances: buyChances,
  drawProof: getProof,
});

export const wheelDeskHandlers = handlers(wheelDeskCalls, {
  deskWheel: getDeskWheel,
  saveWheel,
  openWheel: askOpen,
  giveChances,
});
