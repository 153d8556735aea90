import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { beginClosing, getClosing } from '#lib/server/services/closing/closing.ts';

export const GET = endpoint(api.closing, schemas.closing, getClosing);
export const POST = endpoint(api.beginClosing, schemas.beginClosing, beginClosing);
