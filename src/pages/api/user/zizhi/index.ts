import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getPapers } from '#lib/server/services/companies/own-papers.ts';
import { savePaper } from '#lib/server/services/companies/save-paper.ts';

export const GET = endpoint(api.zizhi, schemas.zizhi, getPapers);
export const POST = endpoint(api.savePaper, schemas.savePaper, savePaper);
