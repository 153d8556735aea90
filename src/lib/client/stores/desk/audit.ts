/** A page of the audit log. */

import { api } from '#lib/contract/api.ts';
import type { AuditList, AuditValues } from '#lib/contract/audit.ts';
import { deskCall } from './session.ts';

/** A page of the entries as they are now. Rejects as `deskCall` does. */
export function loadAudit(input: AuditValues): Promise<AuditList> {
  return deskCall(api.audit, input);
}
