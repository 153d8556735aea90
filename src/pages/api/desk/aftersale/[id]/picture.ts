import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { uploadDeskPicture } from '#lib/server/services/after-sale/picture.ts';

export const POST = endpoint(api.deskAfterSalePicture, schemas.deskAfterSalePicture, uploadDeskPicture);
