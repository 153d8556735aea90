import { api } from '#lib/contract/table/api.ts';
import { moneyLogInput } from '#lib/contract/wallet/schema.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listMoneyLog } from '#lib/server/services/wallet.ts';

export const GET = endpoint(api.moneyLog, moneyLogInput, listMoneyLog);
