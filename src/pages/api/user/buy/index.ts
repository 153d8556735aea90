import { api } from '#lib/contract/table/api.ts';
import { wantedInput, wantedListInput } from '#lib/contract/wanted/schema.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askFor, listOwnWanted } from '#lib/server/services/wanted/wanted.ts';

export const GET = endpoint(api.wantedList, wantedListInput, listOwnWanted);
export const POST = endpoint(api.askFor, wantedInput, askFor);
