/** A member's purchase templates: reading, saving, changing and deleting them. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import {
  type EditTemplateValues,
  maxTemplates,
  type SaveTemplateValues,
  type Template,
} from '#lib/contract/templates.ts';
import { cardPrice } from '#lib/rules/promotions/pricing.ts';
import { dueNames, isTemplateDue, templateDayText } from '#lib/rules/purchase/template-day.ts';
import { must } from '#lib/rules/terms/must.ts';
import type { Context } from '../core/context.ts';
import type { Db, Tx } from '../db/client.ts';
import { productLine } from '../goods/wire.ts';
import { loadOffers } from '../offers/load.ts';
import {
  deleteTemplate as deleteRow,
  insertTemplate,
  listKnownGoods,
  listTemplates as listRows,
  listTemplateLines,
  lockTemplates,
  type NewTemplateLine,
  putTemplateLines,
  type TemplateOwner,
  type TemplateRow,
  updateTemplate,
} from './rows.ts';

/** `GET /api/template`: all of the caller's, due ones first. */
export async function listTemplates({
  db,
  actor: { account },
  now,
}: Context<'buyer'>): Promise<{ list: Template[]; total: number }> {
  const list = await wiresOf(db, account, await listRows(db, account), now);
  return { list: list.toSorted((a, b) => b.is_due - a.is_due), total: list.length };
}

/** Names of the caller's templates that are due today. */
export async function listDueTemplates({ db, actor: { account }, now }: Context<'buyer'>): Promise<string[]> {
  return dueNames(await listRows(db, account), now.getTime());
}

/**
 * `POST /api/template`. A repeat answers the existing template; another one of the same name is refused with 422, as is
 * one too many.
 */
export async function saveTemplate(context: Context<'buyer'>, input: SaveTemplateValues): Promise<Template> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const lines = await pricedLines(context, input.lines);
  return db.transaction(async (tx) => {
    await lockTemplates(tx, account);
    const rows = await listRows(tx, account);
    const same = rows.find((row) => row.name === input.name);
    if (same) {
      const [before] = await wiresOf(tx, account, [same], now);
      if (before && isSame(before, input)) return before;
      throw fieldError('name', `已有名为“${input.name}”的模板，请换一个名称`);
    }
    if (rows.length >= maxTemplates)
      throw fieldError('name', `最多保存${maxTemplates}个模板，请先删除不用的模板`);
    const id = must(await insertTemplate(tx, account, fieldsOf(input), now), 'the template of a free name');
    await putTemplateLines(tx, id, lines);
    return getTemplate(tx, account, id, now);
  });
}

/**
 * `POST /api/template/{id}`. Equal content is answered as done. Throws 404 for another person's, 409 when it was
 * changed since it was read, 422 for a name that another one has.
 */
export async function editTemplate(context: Context<'buyer'>, input: EditTemplateValues): Promise<Template> {
  const {
    db,
    actor: { account },
    now,
  } = context;
  const { id, version } = input;
  const lines = await pricedLines(context, input.lines);
  return db.transaction(async (tx) => {
    await lockTemplates(tx, account);
    const before = await getTemplate(tx, account, id, now);
    if (isSame(before, input)) return before;
    if ((await listRows(tx, account)).some((row) => row.id !== id && row.name === input.name))
      throw fieldError('name', `已有名为“${input.name}”的模板，请换一个名称`);
    if (!(await updateTemplate(tx, account, { ...fieldsOf(input), id, version }, now)))
      throw new AppError(409, '模板已在别处修改，请刷新后再改');
    await putTemplateLines(tx, id, lines);
    return getTemplate(tx, account, id, now);
  });
}

/** `POST /api/template/{id}/delete`; one that does not exist is answered as done. */
export async function deleteTemplate(
  { db, actor: { account } }: Context<'buyer'>,
  { id }: { id: number },
): Promise<{ id: number }> {
  await deleteRow(db, account, id);
  return { id };
}

/** Throws 404 for an unknown template or another person's. */
export async function getTemplate(
  db: Db | Tx,
  owner: TemplateOwner,
  id: number,
  now: Date,
): Promise<Template> {
  const [found] = await wiresOf(db, owner, await listRows(db, owner, id), now);
  if (!found) throw new AppError(404, '模板不存在或已被删除');
  return found;
}

function fieldsOf({ name, weekday, month_day }: SaveTemplateValues) {
  return { name, weekday: weekday || null, monthDay: month_day || null };
}

function isSame(before: Template, input: SaveTemplateValues): boolean {
  const lines = (all: SaveTemplateValues['lines']) =>
    JSON.stringify(all.map(({ goods_id, number }) => [goods_id, number]));
  return (
    before.name === input.name &&
    before.weekday === input.weekday &&
    before.month_day === input.month_day &&
    lines(before.lines) === lines(input.lines)
  );
}

async function wiresOf(
  db: Db | Tx,
  owner: TemplateOwner,
  rows: readonly TemplateRow[],
  now: Date,
): Promise<Template[]> {
  const lines = await listTemplateLines(
    db,
    owner,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, weekday, monthDay, usedOn, version }) => ({
    id,
    name,
    weekday: weekday ?? 0,
    month_day: monthDay ?? 0,
    day_text: templateDayText({ weekday, monthDay }),
    is_due: isTemplateDue({ weekday, monthDay }, usedOn, now.getTime()) ? 1 : 0,
    used_on: usedOn ?? '',
    version,
    lines: lines
      .filter(({ line }) => line.templateId === id)
      .map(({ line, product }) => ({
        goods_id: line.goodsId,
        number: line.number,
        ...productLine(product, product.id, false),
      })),
  }));
}

// Lines of a template with the present prices of their items, so that a difference can be shown later.

/** Throws 422 for the same item twice and for unknown items. */
async function pricedLines(
  { db, actor: { account }, now }: Context<'buyer'>,
  lines: readonly { goods_id: number; number: number }[],
): Promise<NewTemplateLine[]> {
  const ids = lines.map(({ goods_id }) => goods_id);
  if (new Set(ids).size < ids.length) throw fieldError('lines', '同一种商品在模板里只能有一行');
  const [known, { offers, rows, states }] = await Promise.all([
    listKnownGoods(db, ids),
    loadOffers(db, account, { goodsIds: ids }, now),
  ]);
  if (ids.some((id) => !known.has(id))) throw fieldError('lines', '有商品不存在或已被删除，请刷新后再试');
  const terms = new Map(offers.goods.map((one) => [one.id, one]));
  return lines.map(({ goods_id: goodsId, number }) => {
    const own = terms.get(goodsId);
    const isShown = states.get(goodsId)?.showsPrice === true;
    return {
      goodsId,
      number,
      price: own && isShown ? cardPrice(own, number, now.getTime()).unitPrice : null,
      expiresOn: rows.get(goodsId)?.goods.expiresOn ?? null,
    };
  });
}
