import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { endOwnTotp } from '#lib/server/services/accounts/totp.ts';

export const POST = endpoint(api.endOwnTotp, schemas.endOwnTotp, endOwnTotp);
