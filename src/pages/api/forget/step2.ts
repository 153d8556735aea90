import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { resetForgotten } from '#lib/server/services/accounts/passwords.ts';

export const POST = endpoint(api.resetForgotten, schemas.resetForgotten, resetForgotten);
