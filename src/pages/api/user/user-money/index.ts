import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getMoney } from '#lib/server/services/wallet/wallet.ts';

export const GET = endpoint(api.money, emptyInput, getMoney);
