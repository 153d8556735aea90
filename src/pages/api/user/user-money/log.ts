import { api } from '#lib/contract/table/api.ts';
import { moneyLogInput } from '#lib/contract/wallet/schema.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listMoneyLog } from '#lib/server/services/wallet/wallet.ts';

export const GET = endpoint(api.moneyLog, moneyLogInput, listMoneyLog);
