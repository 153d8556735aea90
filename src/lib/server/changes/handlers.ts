import { changesCalls } from '#lib/contract/changes.ts';
import { handlers } from '../core/calls/handlers.ts';
import { actOnChange } from './act.ts';
import { makeChange, makeChangeTable } from './make.ts';
import { findChange, goodsHistory, listChangeRows } from './read.ts';

export const changesHandlers = handlers(changesCalls, {
  goodsHistory,
  makeChange,
  makeChangeTable,
  deskChange: findChange,
  changeRows: listChangeRows,
  actOnChange,
});
