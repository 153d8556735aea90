import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { importStatement, listStatement } from '#lib/server/services/transfers/statement.ts';

export const GET = endpoint(api.deskStatement, schemas.deskStatement, listStatement);
export const POST = endpoint(api.importStatement, schemas.importStatement, importStatement);
