import { auditCalls } from '#lib/contract/audit.ts';
import { handlers } from '../../calls/handlers.ts';
import { listAudit } from './list.ts';

export const auditHandlers = handlers(auditCalls, {
  audit: listAudit,
});
