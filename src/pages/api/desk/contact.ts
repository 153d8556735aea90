import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getContact, setContact } from '#lib/server/services/contact/contact.ts';

export const GET = endpoint(api.deskContact, schemas.deskContact, getContact);
export const POST = endpoint(api.setContact, schemas.setContact, setContact);
