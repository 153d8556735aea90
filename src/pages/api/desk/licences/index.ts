import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { listDeskLicences } from '#lib/server/services/licences/desk.ts';
import { handInLicence } from '#lib/server/services/licences/renew.ts';

export const GET = endpoint(api.deskLicences, schemas.deskLicences, listDeskLicences);
export const POST = endpoint(api.handInLicence, schemas.handInLicence, handInLicence);
