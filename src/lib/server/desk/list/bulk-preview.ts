/** Counts the rows of an act on many rows before it begins: those that it leaves as they are now, and why. */
import type { BulkPreview, PreviewAsked } from '#lib/contract/desk/bulk.ts';
import { type Act, seenBy } from '#lib/contract/desk/list.ts';
import { AppError } from '#lib/contract/errors.ts';
import { mostSetRows } from '#lib/rules/changes/set-source.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { CallContext } from '../../core/context.ts';
import { countParts } from '../../db/list-page.ts';
import { openableList } from '../views.ts';
import type { ServedList } from './acting.ts';
import { titleOf } from './answer.ts';
import { askedQuery, checkFound } from './bulk-start.ts';
import { nameOfRow } from './bulk-wire.ts';

/** Names of each reason that are told. */
const mostNames = 50;
const maxId = 2_147_483_647;

/** The flags by which an act has no button in a row, or one that is off, in the order in which the page reads them. */
function leavesOf({ text, when, off }: Act): { flag: string; is: boolean; why: string }[] {
  return [
    ...(when === undefined ? [] : [{ flag: when, is: false, why: `这一行现在不能${text}` }]),
    ...(off === undefined ? [] : [{ flag: off.by, is: true, why: off.text }]),
  ];
}

/**
 * `POST /api/desk/bulk/preview`, bound as the run is. Throws 404 for a list that the person may not open, 403 for an act
 * that they may not do to many rows, 422 for a search that the list does not have, or that finds no rows or too many.
 */
export async function previewBulk(
  context: CallContext<'staff'>,
  lists: readonly ServedList[],
  { list: name, act: key, ids: asked, search }: PreviewAsked,
): Promise<BulkPreview> {
  const list = openableList(context, name);
  const act = seenBy(list, context.actor.kind).acts?.[key];
  if (act?.isBulk !== true || act.isUndoOnly) throw new AppError(403, '没有这个批量操作的权限');
  const served = must(
    lists.find((one) => one.name === name),
    name,
  );
  const { rows } = await served.load();
  const all = [...new Set(asked)];
  const { query } = askedQuery(context, list, rows, { ids: all, search });
  const isTicked = all.length > 0;
  const parts = leavesOf(act);
  const counted = await countParts(context.db, query, {
    title: titleOf(list),
    ...(isTicked && { ids: list.key === 'text' ? all : all.map(Number).filter(isId) }),
    most: mostSetRows,
    parts,
    named: isTicked ? mostNames : 0,
  });
  const found = counted.reduce((sum, part) => sum + part.rows, 0);
  if (!isTicked) checkFound(found);
  const left = parts.flatMap(({ why }, at) => {
    const part = counted.find((one) => one.part === at);
    return part === undefined ? [] : [{ why, rows: part.rows, names: part.names.map(nameOf) }];
  });
  const gone = isTicked ? all.length - found : 0;
  if (gone > 0) left.push({ why: '已不在列表里', rows: gone, names: [] });
  return { rows: found + gone, left };

  function nameOf(title: string): string {
    return nameOfRow(list, { key: title, name: title });
  }
}

function isId(id: number): boolean {
  return Number.isInteger(id) && id > 0 && id <= maxId;
}
