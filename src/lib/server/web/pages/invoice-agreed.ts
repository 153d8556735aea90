/** The return address of a merchant's agreement with a provider of invoices. */
import type { APIRoute } from 'astro';
import { agreedInput } from '#lib/contract/invoices-desk.ts';
import { path } from '#lib/contract/routes.ts';
import { readQuery } from './page.ts';

/**
 * Leads on to the desk by a page of our own: the cookie of the desk (SameSite=Strict) does not come with a redirect that
 * began at another site.
 */
export const invoiceAgreed: APIRoute = ({ url }) => {
  const to = path('/desk/invoice-seller', undefined, readQuery(agreedInput, url)).replaceAll('&', '&amp;');
  const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>正在返回工作台</title>
<meta http-equiv="refresh" content="0;url=${to}"><p><a href="${to}">返回工作台</a></p></html>`;
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
};
