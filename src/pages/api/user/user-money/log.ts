import { api } from '#lib/contract/api.ts';
import { moneyLogInput } from '#lib/contract/wallet.ts';
import { endpoint } from '#lib/server/endpoint.ts';
import { listMoneyLog } from '#lib/server/services/wallet.ts';

export const GET = endpoint(api.moneyLog, moneyLogInput, listMoneyLog);
