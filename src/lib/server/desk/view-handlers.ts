import { deskViewCalls } from '#lib/contract/desk/views.ts';
import { handlers } from '../core/calls/handlers.ts';
import { changeOwnView, dropOwnView, listViews, saveView } from './views.ts';

export const deskViewHandlers = handlers(deskViewCalls, {
  deskViews: listViews,
  saveDeskView: saveView,
  changeDeskView: changeOwnView,
  dropDeskView: dropOwnView,
});
