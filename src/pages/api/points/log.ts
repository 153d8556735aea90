import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listPointsLog } from '#lib/server/services/wallet/wallet.ts';

export const GET = endpoint(api.pointsLog, schemas.pointsLog, listPointsLog);
