/** Saved views of the lists of the desks: a person's own, and those shared with their role. */
import { parseSent } from '#lib/contract/decode.ts';
import { type AnyAsked, type ListShape, listName } from '#lib/contract/desk/list.ts';
import { listShapes } from '#lib/contract/desk/lists.ts';
import { listInput } from '#lib/contract/desk/schemas.ts';
import { maxViews } from '#lib/contract/desk/view-limits.ts';
import type { ChangeViewValues, DeskViews, SaveViewValues } from '#lib/contract/desk/views.ts';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import { routes, withQuery } from '#lib/contract/routes.ts';
import { merchantRoles, platformRoles, staffMay, staffRoleText } from '#lib/rules/companies/staff.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import {
  changeView,
  countViews,
  dropView,
  findOwnView,
  findViews,
  hasName,
  lockViewer,
  putView,
  type Viewer,
} from './view-rows.ts';

type By = Pick<Context<'staff'>, 'db' | 'actor'>;

/** A command has no views. */
function viewerOf({ actor }: By): Viewer {
  const { staffId, role = '', merchantId } = actor;
  if (staffId === undefined) throw new AppError(404);
  return { staffId, role, merchantId };
}

/** The lists whose pages a person may open. */
export function openableLists({ actor: { kind, role = '' } }: Pick<By, 'actor'>): ListShape[] {
  return listShapes.filter(({ page }) => {
    const { who, may } = routes[page];
    return (who === 'staff' || who === kind) && staffMay(kind, role, may);
  });
}

/** The list of a name, for a person who may open its page. Throws 404 for any other. */
export function openableList(by: Pick<By, 'actor'>, name: string): ListShape {
  const list = openableLists(by).find((one) => listName(one) === name);
  if (list === undefined) throw new AppError(404, '没有这个列表');
  return list;
}

async function answer(db: Db | Tx, viewer: Viewer, list: ListShape): Promise<DeskViews> {
  const rows = await findViews(db, viewer, listName(list));
  return {
    list: rows.map(({ id, name, search, role, owner, isOwn }) => ({
      id,
      name,
      href: `${list.page}${search}`,
      role,
      owner,
      is_own: isOwn ? 1 : 0,
    })),
  };
}

/** `GET /api/desk/views`. */
export async function listViews(context: By, { list: name }: { list: string }): Promise<DeskViews> {
  return answer(context.db, viewerOf(context), openableList(context, name));
}

/** The roles of the person's own side whose people may open a list. */
export function rolesOf({ actor: { kind } }: By, { page }: ListShape): { value: string; text: string }[] {
  const roles: readonly string[] = kind === 'platform' ? platformRoles : merchantRoles;
  return roles
    .filter((role) => staffMay(kind, role, routes[page].may))
    .map((value) => ({ value, text: staffRoleText(kind, value) }));
}

/** Throws 422 for a role that a view of this list cannot be shared with. */
function checkRole(context: By, list: ListShape, role: string): void {
  const isKnown = role === '' || rolesOf(context, list).some(({ value }) => value === role);
  if (!isKnown) throw fieldError('role', '这个角色不能打开这个列表');
}

/**
 * Search, order and columns of an address, without the place in the list. A choice that the list begins with is left out:
 * the address of the list alone asks for it.
 */
export function viewSearch(list: ListShape, asked: AnyAsked): string {
  const chosen = Object.entries(list.filters).filter(
    ([name, { initially = '' }]) => asked[name] !== initially,
  );
  const names = [...chosen.map(([name]) => name), 'sort', 'columns'];
  return withQuery('', Object.fromEntries(names.map((name) => [name, asked[name]])));
}

/** `POST /api/desk/views`: a repeat saves it once. */
export async function saveView(context: By, { list: name, ...view }: SaveViewValues): Promise<DeskViews> {
  const viewer = viewerOf(context);
  const list = openableList(context, name);
  checkRole(context, list, view.role);
  const read = parseSent(listInput(list), Object.fromEntries(new URLSearchParams(view.search)));
  if (!read.success) throw fieldError('search', read.error.issues[0]?.message ?? '条件不正确');
  const search = viewSearch(list, read.data);
  return context.db.transaction(async (tx) => {
    await lockViewer(tx, viewer);
    await putView(tx, viewer, { ...view, list: name, search });
    if ((await countViews(tx, viewer, name)) > maxViews)
      throw new AppError(422, `每个列表最多保存${maxViews}个视图，请先删除不用的`);
    return answer(tx, viewer, list);
  });
}

/** `POST /api/desk/views/{id}`: its name and whom it is shared with. Throws 404 for another's, 422 for a taken name. */
export async function changeOwnView(context: By, change: ChangeViewValues): Promise<DeskViews> {
  const viewer = viewerOf(context);
  return context.db.transaction(async (tx) => {
    await lockViewer(tx, viewer);
    const view = await findOwnView(tx, viewer, change.id);
    if (view === null) throw new AppError(404, '没有这个视图');
    checkRole(context, openableList(context, view.list), change.role);
    if (await hasName(tx, viewer, { ...change, list: view.list })) throw fieldError('name', '已有同名的视图');
    await changeView(tx, viewer, change);
    return answer(tx, viewer, openableList(context, view.list));
  });
}

/** `POST /api/desk/views/{id}/delete`. Throws 404 for another's. */
export async function dropOwnView(context: By, { id }: { id: number }): Promise<DeskViews> {
  const viewer = viewerOf(context);
  return context.db.transaction(async (tx) => {
    const view = await findOwnView(tx, viewer, id);
    if (view === null) throw new AppError(404, '没有这个视图');
    await dropView(tx, viewer, id);
    return answer(tx, viewer, openableList(context, view.list));
  });
}
