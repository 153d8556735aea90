import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getPayPassword, setPayPassword } from '#lib/server/services/payments/pay-password.ts';

export const GET = endpoint(api.payPassword, schemas.payPassword, getPayPassword);
export const POST = endpoint(api.setPayPassword, schemas.setPayPassword, setPayPassword);
