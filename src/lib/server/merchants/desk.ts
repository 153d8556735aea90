/** A merchant's file at the desks: created and stopped by the platform, changed by it and, in its part, by the merchant. */
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type {
  CreateMerchantValues,
  MerchantFileWire,
  MerchantIdValues,
  SaveMerchantValues,
  SaveOwnMerchantValues,
} from '#lib/contract/merchant-desk.ts';
import { type Changes, collisionsText, mergeChange } from '#lib/rules/changes/merge.ts';
import { licenceKinds } from '#lib/rules/companies/licences.ts';
import { returnToOf } from '#lib/rules/companies/merchant-contact.ts';
import {
  fieldsOfSide,
  type MerchantField,
  merchantCells,
  merchantField,
  merchantText,
} from '#lib/rules/companies/merchant-fields.ts';
import { readMerchantFields, restProblem } from '#lib/rules/companies/merchant-form.ts';
import { entriesOf, isKeyOf, mapValues } from '#lib/rules/terms/keys.ts';
import { must } from '#lib/rules/terms/must.ts';
import { type Context, recordOf } from '../core/context.ts';
import type { Tx } from '../db/client.ts';
import { writeAudit } from '../ledgers/audit-rows.ts';
import { getSettings } from '../site/settings.ts';
import { notifyBuyers } from './contact.ts';
import { listMerchantRows, type MerchantRow, takeMerchantTurn, updateMerchant } from './desk-rows.ts';
import { fileOf, getRow, textsOf } from './file.ts';
import { addMerchant, columnsOf, refuseTaken } from './manage.ts';

/** `GET /api/desk/merchants/{id}`. Throws 404 for an unknown one. */
export function getDeskMerchant(
  context: Context<'platform'>,
  { id }: MerchantIdValues,
): Promise<MerchantFileWire> {
  return fileOf(context, id);
}

/** The same, null for an unknown one. */
export async function findDeskMerchant(
  context: Context<'platform'>,
  { id }: MerchantIdValues,
): Promise<MerchantFileWire | null> {
  const isKnown = (await listMerchantRows(context.db)).some((row) => row.id === id);
  return isKnown ? fileOf(context, id) : null;
}

/** The first code of the shop's own kind that no merchant has: M01, M02… */
export async function nextMerchantCode({ db }: Context<'platform'>): Promise<string> {
  const codes = (await listMerchantRows(db)).map(({ code }) => code);
  for (let nth = 1; ; nth++) {
    const code = `M${String(nth).padStart(2, '0')}`;
    if (!codes.includes(code)) return code;
  }
}

/** What a new merchant begins with, as it is typed: the shop's freight rules. */
export async function firstMerchantTexts({
  db,
}: Pick<Context<'platform'>, 'db'>): Promise<Partial<Record<MerchantField, string>>> {
  const { newMerchantFee, newMerchantFree, newMerchantCold, newMerchantMin } = await getSettings(db);
  const rules = { fee: newMerchantFee, free: newMerchantFree, cold: newMerchantCold, min: newMerchantMin };
  return { ...mapValues(rules, String), sell: '全国', sort: '100' };
}

/** `GET /api/desk/merchant`. */
export function getOwnMerchant(context: Context<'merchant'>): Promise<MerchantFileWire> {
  return fileOf(context, context.actor.merchantId);
}

/**
 * `POST /api/desk/merchants`: a repeat changes nothing. Throws 422 with the wrong fields, 409 for a code or a short name
 * that another merchant has.
 */
export async function createMerchant(
  context: Context<'platform'>,
  { code, fields, papers }: CreateMerchantValues,
): Promise<MerchantFileWire> {
  const given = {
    ...(await firstMerchantTexts(context)),
    ...Object.fromEntries(fields.map(({ field, value }) => [field, value])),
  };
  const lines = papers.map(({ kind, number, valid_from: from, valid_to: to }) => {
    if (/[:：]/.test(number)) throw fieldError('papers', `${licenceKinds[kind].text}的证号不能有冒号`);
    return [kind, number, from, to === '' ? '长期' : to].join(':');
  });
  const { merchant } = await addMerchant(context, { code: code.toUpperCase(), fields: given, papers: lines });
  return fileOf(context, merchant.id);
}

/**
 * `POST /api/desk/merchants/{id}`: changes the given fields. Buyers with a return still to send get a message about another
 * address; a repeat changes nothing. Throws 422 with the wrong fields, 404 for an unknown merchant, 409 where another
 * person has given a field another value, with both values.
 */
export function saveMerchant(
  context: Context<'platform'>,
  { id, changes }: SaveMerchantValues,
): Promise<MerchantFileWire> {
  return save(context, id, changes);
}

/** `POST /api/desk/merchant`: the merchant's own part. Throws 403 for a field that is the platform's, and as above. */
export function saveOwnMerchant(
  context: Context<'merchant'>,
  { changes }: SaveOwnMerchantValues,
): Promise<MerchantFileWire> {
  return save(context, context.actor.merchantId, changes);
}

async function save(
  context: Context<'staff'>,
  id: number,
  changes: SaveMerchantValues['changes'],
): Promise<MerchantFileWire> {
  const { db, actor } = context;
  const allowed = fieldsOfSide(actor.kind);
  const foreign = changes.find(({ field }) => !allowed.includes(field));
  if (foreign !== undefined)
    throw new AppError(403, `${merchantField(foreign.field).text}由平台修改，请联系平台`);
  await db.transaction(async (tx) => {
    await takeMerchantTurn(tx);
    const before = await getRow(tx, id);
    const now = textsOf(before);
    const asked: Changes<MerchantField> = Object.fromEntries(
      changes.map(({ field, seen, value }) => [field, { seen, mine: plainText(field, value) }]),
    );
    const { take, collisions, isSame } = mergeChange(asked, now);
    if (collisions.length > 0) throw new AppError(409, collisionsText(merchantCells, collisions));
    if (isSame) return;
    await write(tx, context, before, take);
  });
  return fileOf(context, id);
}

/** The text of a field as it will be stored: `10` is `10.00`; a wrong one stays as it is typed. */
function plainText(field: MerchantField, typed: string): string {
  const { values, errors } = readMerchantFields({ [field]: typed }, { isNew: false });
  return errors[field] === undefined
    ? merchantText(field, values[merchantField(field).column])
    : typed.trim();
}

async function write(
  tx: Tx,
  context: Context<'staff'>,
  before: MerchantRow,
  take: Readonly<Partial<Record<MerchantField, unknown>>>,
): Promise<void> {
  const { now } = context;
  const given = Object.fromEntries(entriesOf(take).map(([field, text]) => [field, String(text ?? '')]));
  const { values, errors } = readMerchantFields(given, { isNew: false });
  const columns = columnsOf(values, before);
  const problem = restProblem({ ...before, ...columns });
  if (problem !== null) errors['rest-from'] ??= problem;
  const wrong = entriesOf(errors);
  if (wrong.length > 0)
    throw new AppError(422, wrong[0]?.[1], {
      errors: Object.fromEntries(wrong.map(([field, sentence]) => [field, [sentence]])),
    });
  await refuseTaken(tx, before.code, values.shortName);
  await updateMerchant(tx, before.id, columns);
  const after = must(
    (await listMerchantRows(tx)).find(({ id }) => id === before.id),
    `merchant ${before.id}`,
  );
  const [old, texts] = [textsOf(before), textsOf(after)];
  const names = Object.keys(given).filter((name): name is MerchantField => isKeyOf(texts, name));
  const labelled = (from: typeof texts) =>
    Object.fromEntries(names.map((name) => [merchantField(name).text, from[name]]));
  await writeAudit(tx, recordOf(context), {
    act: 'merchant.set',
    subject: 'merchant',
    key: before.id,
    merchantId: before.id,
    before: labelled(old),
    after: labelled(texts),
    at: now,
  });
  const [from, to] = [returnToOf(before, before), returnToOf(after, after)];
  if (JSON.stringify(from) !== JSON.stringify(to)) await notifyBuyers(tx, before.id, to, now);
}
