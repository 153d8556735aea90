import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { shortLines } from '#lib/server/services/shipping/parcels.ts';

export const POST = endpoint(api.shortLines, schemas.shortLines, shortLines);
