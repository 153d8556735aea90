import type { APIRoute } from 'astro';
import { path } from '#lib/contract/routes.ts';

/** Logistics stand on the order's page. Leads there before anything is looked up (routes.tsv). */
export const GET: APIRoute = ({ params, redirect }) =>
  redirect(path('/order/info/[id]', { id: params.id ?? '' }), 302);
