import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getTextChoices, setTextChoice } from '#lib/server/services/messages/texts.ts';

export const GET = endpoint(api.textChoices, schemas.textChoices, getTextChoices);
export const POST = endpoint(api.setTextChoice, schemas.setTextChoice, setTextChoice);
