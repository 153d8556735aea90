import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listMoneyLog } from '#lib/server/services/wallet/wallet.ts';

export const GET = endpoint(api.moneyLog, schemas.moneyLog, listMoneyLog);
