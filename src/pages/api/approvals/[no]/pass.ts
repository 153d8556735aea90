import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { passTrade } from '#lib/server/services/approvals/decide.ts';

export const POST = endpoint(api.passTrade, schemas.passTrade, passTrade);
