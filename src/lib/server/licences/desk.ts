/** Registered licences of merchants at the desks: their state, and submitted renewals. */
import { AppError } from '#lib/contract/errors.ts';
import type { LicenceCase, LicenceCaseValues, LicenceRow } from '#lib/contract/licences.ts';
import {
  isRenewalOpen,
  licenceKinds,
  licenceState,
  licenceStates,
  refuseAcceptance,
  renewalHints,
  renewalStates,
} from '#lib/rules/companies/licences.ts';
import { daysLeft } from '#lib/rules/terms/shelf-life.ts';
import { findMerchant } from '../catalogue/rows.ts';
import type { Context } from '../core/context.ts';
import type { Db } from '../db/client.ts';
import { findLicence, type LicenceFound, listRenewals, type RenewalRow } from './rows.ts';

const endless = '长期';

function rowOf(row: LicenceFound, renewal: RenewalRow | null, now: Date): LicenceRow {
  const isRegistered = row.number !== null;
  const state = isRegistered ? licenceState(row.validTo, now.getTime()) : 'valid';
  return {
    key: `${row.merchantId} ${row.kind}`,
    merchant_id: row.merchantId,
    merchant: row.merchant,
    kind: row.kind,
    kind_text: licenceKinds[row.kind].text,
    number: row.number ?? '',
    valid_from: row.validFrom ?? '',
    valid_to: isRegistered ? (row.validTo ?? endless) : '',
    days_left: row.validTo === null ? null : daysLeft(row.validTo, now.getTime()),
    state,
    state_text: isRegistered ? licenceStates[state] : '未登记',
    renewal: renewal === null ? null : renewalWire(renewal),
  };
}

function renewalWire(row: RenewalRow): LicenceCase['renewal'] {
  return {
    id: row.id,
    number: row.number,
    valid_from: row.validFrom,
    valid_to: row.validTo ?? endless,
    state: row.state,
    state_text: renewalStates[row.state],
    reason: row.reason,
    handed_in_by: row.handedInBy,
    handed_in_at: row.createdAt.toISOString(),
    file_name: row.file.name,
    file_url: `/file/licence/${row.file.id}`,
    is_image: row.file.contentType.startsWith('image/') ? 1 : 0,
  };
}

/** The row of a merchant's kind as it is now. */
export async function readLicence(
  db: Db,
  { merchantId, kind }: Pick<LicenceFound, 'merchantId' | 'kind'>,
  now: Date,
): Promise<LicenceRow> {
  const row = await findLicence(db, merchantId, kind);
  const merchant = row === null ? await findMerchant(db, merchantId) : null;
  const none = { number: null, validFrom: null, validTo: null, renewalId: null };
  const known = row ?? { merchantId, merchant: merchant?.shortName ?? '', kind, ...none };
  const [renewal] = await listRenewals(db, known.renewalId === null ? [] : [known.renewalId]);
  return rowOf(known, renewal ?? null, now);
}

/** `GET /api/desk/licences/{id}`. Throws 404 for none. */
export async function getLicenceCase(
  context: Context<'platform'>,
  asked: LicenceCaseValues,
): Promise<LicenceCase> {
  const found = await findLicenceCase(context, asked);
  if (found === null) throw new AppError(404, '没有这次提交');
  return found;
}

/** The same, null where there is none. */
export async function findLicenceCase(
  { db, now }: Context<'platform'>,
  { id }: LicenceCaseValues,
): Promise<LicenceCase | null> {
  const [renewal] = await listRenewals(db, [id]);
  const merchant = renewal && (await findMerchant(db, renewal.merchantId));
  if (!renewal || !merchant) return null;
  const [row, known] = [
    await readLicence(db, renewal, now),
    await findLicence(db, renewal.merchantId, renewal.kind),
  ];
  const registered = registeredOf(known);
  const isOpen = isRenewalOpen(renewal.state);
  return {
    ...row,
    renewal: renewalWire(renewal),
    full_name: merchant.fullName,
    licence_no: merchant.licenceNo,
    address: merchant.address,
    hints: isOpen ? renewalHints(renewal, registered, merchant) : [],
    refusal: isOpen ? (refuseAcceptance(renewal, registered, now.getTime()) ?? '') : '',
    may_decide: isOpen ? 1 : 0,
  };
}

/** The registered licence of a merchant's kind; null for none. */
export function registeredOf(
  found: LicenceFound | null,
): { number: string; validFrom: string; validTo: string | null } | null {
  if (found === null || found.number === null || found.validFrom === null) return null;
  const { number, validFrom, validTo } = found;
  return { number, validFrom, validTo };
}
