/** Who reads files that merchants handed in. */
import { roleMay } from '#lib/rules/companies/roles.ts';
import { nextSetUp, type StaffPermission, staffMay } from '#lib/rules/companies/staff.ts';
import { staffActorOf } from '../../context.ts';
import type { Account } from '../../repos/accounts.ts';
import type { ReportReader } from '../../repos/reports.ts';
import type { StaffAccount } from '../../repos/staff.ts';

export interface FoundFile {
  bytes: Buffer;
  name: string;
}

/** Who asks: in the shop, at a desk, in both, or in neither. */
export interface FileReader {
  account: Account | null;
  staff: StaffAccount | null;
}

/**
 * As whom somebody may ask, none for nobody: a company's people who look after papers for what came to it, staff with one of the permissions for their
 * desk's. Staff who have not set up are nobody yet.
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
