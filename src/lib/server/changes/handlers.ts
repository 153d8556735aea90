import { changesCalls } from '#lib/contract/changes.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listDeskGoods } from '../goods/own-goods.ts';
import { actOnChange } from './act.ts';
import { makeChange, makeChangeTable } from './make.ts';
import { findChange, goodsHistory, listChangeRows, listChanges } from './read.ts';

export const changesHandlers = handlers(changesCalls, {
  deskGoods: listDeskGoods,
  goodsHistory,
  makeChange,
  makeChangeTable,
  deskChanges: listChanges,
  deskChange: findChange,
  changeRows: listChangeRows,
  actOnChange,
});
