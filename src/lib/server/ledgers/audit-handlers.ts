import { auditCalls } from '#lib/contract/audit.ts';
import { handlers } from '../core/calls/handlers.ts';
import { listAudit } from './audit-list.ts';

export const auditHandlers = handlers(auditCalls, {
  audit: listAudit,
});
