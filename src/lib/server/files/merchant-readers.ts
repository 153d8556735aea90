/** Readers of files that merchants uploaded. */
import { roleMay } from '#lib/rules/companies/roles.ts';
import { nextSetUp, type StaffPermission, staffMay } from '#lib/rules/companies/staff.ts';
import { staffActorOf } from '../core/context.ts';
import type { Account } from '../people/account-rows.ts';
import type { StaffAccount } from '../people/staff-rows.ts';
import type { ReportReader } from './report-rows.ts';

export interface FoundFile {
  bytes: Buffer;
  name: string;
}

/** The caller: in the shop, at a desk, in both, or in neither. */
export interface FileReader {
  account: Account | null;
  staff: StaffAccount | null;
}

/**
 * The identities under which the caller may read: a company's people in charge of documents for what came to it, staff
 * with one of the permissions for their desk's files. Empty for all others, also for staff who have not finished their
 * set-up.
 */
export function readersOf(
  { account, staff }: FileReader,
  permissions: readonly StaffPermission[],
): ReportReader[] {
  const readers: ReportReader[] =
    account !== null && roleMay(account.role, 'papers') ? [{ companyId: account.companyId }] : [];
  if (staff === null) return readers;
  const { kind, merchantId } = staffActorOf(staff);
  const may = permissions.some((permission) => staffMay(kind, staff.role, permission));
  return nextSetUp(staff) === null && may ? [...readers, { merchantId }] : readers;
}
