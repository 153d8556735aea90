import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { correctParcel } from '#lib/server/services/shipping/correct-parcel.ts';

export const POST = endpoint(api.correctParcel, schemas.correctParcel, correctParcel);
