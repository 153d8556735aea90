import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { sendOwnCode } from '#lib/server/services/accounts/change-phone.ts';

export const POST = endpoint(api.sendOwnCode, schemas.sendOwnCode, sendOwnCode);
