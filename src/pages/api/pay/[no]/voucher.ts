import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { handInVoucher } from '#lib/server/services/transfers/voucher.ts';

export const POST = endpoint(api.voucher, schemas.voucher, handInVoucher);
