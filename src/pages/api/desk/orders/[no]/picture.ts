import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { uploadRefusalPicture } from '#lib/server/services/shipping/refusal-picture.ts';

export const POST = endpoint(api.refusalPicture, schemas.refusalPicture, uploadRefusalPicture);
