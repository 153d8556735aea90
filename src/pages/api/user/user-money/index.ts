import { emptyInput } from '#lib/contract/fields.ts';
import { api } from '#lib/contract/table/api.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { getMoney } from '#lib/server/services/wallet.ts';

export const GET = endpoint(api.money, emptyInput, getMoney);
