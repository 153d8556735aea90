import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { uploadCasePicture } from '#lib/server/services/after-sale/picture.ts';

export const POST = endpoint(api.afterSalePicture, schemas.afterSalePicture, uploadCasePicture);
