import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askIssue } from '#lib/server/services/countersign/issue.ts';

export const POST = endpoint(api.askIssue, schemas.askIssue, askIssue);
