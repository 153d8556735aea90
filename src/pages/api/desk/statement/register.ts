import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { registerCredits } from '#lib/server/services/transfers/statement.ts';

export const POST = endpoint(api.registerCredits, schemas.registerCredits, registerCredits);
