/** Where a company finds its orders of the mall. */
import { path } from '#lib/contract/routes.ts';

export const ordersPage = path('/order/jfdd');
