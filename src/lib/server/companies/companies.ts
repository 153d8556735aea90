/** Companies, for the platform's staff: the list, and the full file of one. */

import type { CompanyIdInput } from '#lib/contract/companies/calls.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { AppError } from '#lib/contract/errors.ts';
import { companyStateText, isFrozen, mayFreeze } from '#lib/rules/companies/company-state.ts';
import {
  buyerTypes,
  isScopeHeld,
  type Paper,
  paperNames,
  type ScopeCode,
  scopeCodes,
  scopePapers,
} from '#lib/rules/companies/qualification.ts';
import { isOwner, roleText } from '#lib/rules/companies/roles.ts';
import { seesOfCompany } from '#lib/rules/companies/staff.ts';
import { formatYuan } from '#lib/rules/money/money.ts';
import { addressText, regionText } from '#lib/rules/text/address-text.ts';
import { maskPhone } from '#lib/rules/text/phone.ts';
import type { Context } from '../core/context.ts';
import { fileWireOf } from '../files/wire.ts';
import { findWallet } from '../ports/payments/wallet-rows.ts';
import { namedStoresOf } from '../stores/named.ts';
import { firstLists } from './company-lists.ts';
import {
  findCompanyRow,
  listCompanyAddresses,
  listCompanyPapers,
  listManagers,
  listPeople,
  listStoresOf,
} from './file-rows.ts';
import { countsAsPaper, paperOf, paperStateText } from './paper-state.ts';
import { listFilesOf } from './review-rows.ts';
import { listScopes } from './rows.ts';

type Show = (text: string) => string;

/** Telephones as a role may see them, also where one is a login name. */
function shownTo(role: string | undefined): Show {
  if (seesOfCompany(role, 'people')) return (text) => text;
  return (text) => text.replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, maskPhone);
}

/** What `mark` says of rank, manager and scopes: an equal text means that they have not changed. */
export function termsMark(rank: number, managerId: number | null, scopes: readonly ScopeCode[]): string {
  return [rank, managerId ?? 0, ...scopes.toSorted()].join(' ');
}

/** `GET /api/desk/companies/{id}`. Throws 404 for an unknown company. */
export async function getCompanyFile(
  context: Context<'platform'>,
  input: CompanyIdInput,
): Promise<CompanyFile> {
  const file = await findCompanyFile(context, input);
  if (file === null) throw new AppError(404, `没有企业${input.id}`);
  return file;
}

/** The full file of a company; null where there is none. */
export async function findCompanyFile(
  { db, now, actor }: Context<'platform'>,
  { id }: CompanyIdInput,
): Promise<CompanyFile | null> {
  const found = await findCompanyRow(db, id);
  if (found === null) return null;
  const { own, headName } = found;
  const [stores, named, managers, scopes, wallet, papers] = await Promise.all([
    listStoresOf(db, id),
    namedStoresOf(db, id),
    listManagers(db),
    listScopes(db, id),
    findWallet(db, id),
    listCompanyPapers(db, id),
  ]);
  const files =
    papers.length === 0
      ? []
      : await listFilesOf(
          db,
          papers.map((row) => row.id),
        );
  const seesMoney = seesOfCompany(actor.role, 'money');
  const held = papers.filter(({ status }) => countsAsPaper(status)).map(paperOf);
  return {
    ...ownOf(own),
    head: own.headId === null ? null : { id: own.headId, name: headName ?? '' },
    stores,
    named_stores: named,
    managers,
    scopes: scopeRows(scopes, held, now),
    seen_mark: termsMark(own.rank, own.accountManagerId, scopes),
    balance: seesMoney ? formatYuan(wallet.balance) : null,
    points: seesMoney ? wallet.points : null,
    papers: papers.map((row) => ({
      id: row.id,
      kind_text: paperNames[row.kind],
      number: row.number,
      valid_from: row.validFrom ?? '',
      valid_to: row.validTo ?? '',
      state_text: paperStateText(row, now),
      files: files
        .filter(({ paperId }) => paperId === row.id)
        .map(({ file, rotation }) => ({ ...fileWireOf(file), rotation })),
    })),
    ...(await peopleOf(db, id, shownTo(actor.role))),
    ...(await firstLists(db, { companyId: id, role: actor.role, now })),
  };
}

function ownOf(own: NonNullable<Awaited<ReturnType<typeof findCompanyRow>>>['own']) {
  return {
    id: own.id,
    name: own.name,
    credit_code: own.creditCode ?? '',
    buyer_type_text: buyerTypes[own.buyerType].text,
    status_text: companyStateText(own.status),
    status_reason: own.statusReason ?? '',
    region: regionText(own),
    created_at: own.createdAt.toISOString(),
    first_paid_at: own.firstPaidAt?.toISOString() ?? '',
    may_freeze: flagOf(mayFreeze(own.status)),
    is_frozen: flagOf(isFrozen(own.status)),
    rank: own.rank,
    manager_id: own.accountManagerId ?? 0,
  };
}

/** Every scope: whether the company has it, and the licence behind it. */
export function scopeRows(
  scopes: readonly ScopeCode[],
  held: readonly Paper[],
  now: Date,
): CompanyFile['scopes'] {
  return scopeCodes.map((code) => ({
    code,
    is_on: flagOf(scopes.includes(code)),
    is_held: flagOf(isScopeHeld(code, held, now.getTime())),
    rests_on: scopePapers[code].map((kind) => paperNames[kind]).join('、'),
  }));
}

async function peopleOf(db: Context['db'], id: number, show: Show) {
  const [people, addresses] = await Promise.all([listPeople(db, id), listCompanyAddresses(db, id)]);
  return {
    people: people.map((row) => ({
      id: row.id,
      name: row.name,
      login: show(row.login ?? ''),
      phone: show(row.phone ?? ''),
      role_text: roleText(row.role),
      is_owner: flagOf(isOwner(row.role)),
      order_limit: row.orderLimit === null ? null : formatYuan(row.orderLimit),
      is_disabled: flagOf(row.disabledAt !== null),
    })),
    addresses: addresses.map((row) => ({
      id: row.id,
      text: `${row.receiver} ${show(row.phone)} ${addressText(row)}`,
      is_default: flagOf(row.isDefault),
    })),
  };
}

function flagOf(is: boolean): 0 | 1 {
  return is ? 1 : 0;
}
