import { api } from '#lib/contract/table/api.ts';
import { schemas } from '#lib/contract/table/schemas.ts';
import { endpoint } from '#lib/server/calls/endpoint.ts';
import { askDeskRefund, getRefundPlan } from '#lib/server/services/orders/desk-refund.ts';

export const GET = endpoint(api.deskRefundPlan, schemas.deskRefundPlan, getRefundPlan);
export const POST = endpoint(api.deskRefund, schemas.deskRefund, askDeskRefund);
