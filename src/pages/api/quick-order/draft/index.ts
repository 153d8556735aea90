import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { getPurchaseDraft, savePurchaseDraft } from '#lib/server/services/quick-order/draft.ts';

export const GET = endpoint(api.purchaseDraft, schemas.purchaseDraft, getPurchaseDraft);
export const POST = endpoint(api.savePurchaseDraft, schemas.savePurchaseDraft, savePurchaseDraft);
