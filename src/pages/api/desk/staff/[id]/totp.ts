import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { resetTotp } from '#lib/server/services/staff/totp.ts';

export const POST = endpoint(api.resetStaffTotp, schemas.resetStaffTotp, resetTotp);
