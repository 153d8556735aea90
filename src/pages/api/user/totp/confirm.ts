import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { confirmOwnTotp } from '#lib/server/services/accounts/totp.ts';

export const POST = endpoint(api.confirmOwnTotp, schemas.confirmOwnTotp, confirmOwnTotp);
