import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { setLotReport } from '#lib/server/services/lots/reports.ts';

export const POST = endpoint(api.setLotReport, schemas.setLotReport, setLotReport);
