/** The audit log at the desks. */
import { get, need } from '../call.ts';
import type { auditSchemas } from './schema.ts';

export const auditCalls = {
  audit: need('audit', get<(typeof auditSchemas)['audit'], 'staff'>('/api/desk/audit', 'staff')),
};
