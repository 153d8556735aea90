import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { restorePurchaseDraft } from '#lib/server/services/quick-order/draft.ts';

export const POST = endpoint(api.restorePurchaseDraft, schemas.restorePurchaseDraft, restorePurchaseDraft);
