/** Saved views of the lists of the desks: a view is an address of a list under a name. */
import { z } from 'zod';
import { get, post } from '../call.ts';
import { flagOut, freeText, id, text } from '../fields.ts';
import { maxViewName } from './view-limits.ts';

const list = text('列表', { min: 1, max: 50 });
const name = text('名称', { min: 1, max: maxViewName });
/** A role of the person's own side; empty: the view is not shared. */
const role = freeText('角色', 20);

export const deskViewsInput = z.object({ list });
/** The same name again replaces the search of the person's own view. */
export const saveViewInput = z.object({ list, name, search: freeText('条件', 2_000), role });
export type SaveViewValues = z.output<typeof saveViewInput>;
export const changeViewInput = z.object({ id: id('视图'), name, role });
export type ChangeViewValues = z.output<typeof changeViewInput>;
export const dropViewInput = z.object({ id: id('视图') });

const deskView = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The address of the list with this search. */
  href: z.string(),
  /** The role that it is shared with; empty for none. */
  role: z.string(),
  /** Login name of its owner. */
  owner: z.string(),
  is_own: flagOut,
});
export type DeskView = z.infer<typeof deskView>;

/** Own views first, then those that others share with the person's role. */
export const deskViews = z.object({ list: z.array(deskView) });
export type DeskViews = z.infer<typeof deskViews>;

export const deskViewCalls = {
  deskViews: get('/api/desk/views', { who: 'staff', may: 'own', input: deskViewsInput, output: deskViews }),
  saveDeskView: post('/api/desk/views', {
    who: 'staff',
    may: 'own',
    input: saveViewInput,
    output: deskViews,
  }),
  changeDeskView: post('/api/desk/views/{id}', {
    who: 'staff',
    may: 'own',
    input: changeViewInput,
    output: deskViews,
  }),
  dropDeskView: post('/api/desk/views/{id}/delete', {
    who: 'staff',
    may: 'own',
    input: dropViewInput,
    output: deskViews,
  }),
};
