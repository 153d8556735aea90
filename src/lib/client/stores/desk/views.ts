/** Saved views of the lists of the desks. Each answers all views of the list as they are then; rejects as `deskCall`. */
import { api } from '#lib/contract/api.ts';
import type { ChangeViewValues, DeskViews, SaveViewValues } from '#lib/contract/desk/views.ts';
import { deskCall } from './session.ts';

export function saveView(view: SaveViewValues): Promise<DeskViews> {
  return deskCall(api.saveDeskView, view);
}

export function changeView(change: ChangeViewValues): Promise<DeskViews> {
  return deskCall(api.changeDeskView, change);
}

export function dropView(id: number): Promise<DeskViews> {
  return deskCall(api.dropDeskView, { id });
}
