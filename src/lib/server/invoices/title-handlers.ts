import { invoiceTitleCalls } from '#lib/contract/invoice-titles.ts';
import { handlers } from '../core/calls/handlers.ts';
import { addTitle, changeTitle, listTitles, makeDefaultTitle, removeTitle } from './titles.ts';

export const invoiceTitleHandlers = handlers(invoiceTitleCalls, {
  titles: listTitles,
  addTitle,
  changeTitle,
  makeDefaultTitle,
  removeTitle,
});
