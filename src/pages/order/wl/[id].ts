import type { APIRoute } from 'astro';
import { path } from '#lib/contract/routes.ts';

/** Logistics are on the order's page. Redirects there before anything is looked up (routes.tsv). */
export const GET: APIRoute = ({ params, redirect }) =>
  redirect(path('/order/info/[id]', { id: params.id ?? '' }), 302);
