/** What search engines may index: everything except calls and private pages. */
import type { APIRoute } from 'astro';
import { routes } from '#lib/contract/routes.ts';

export const prerender = true;

/** First segments of the shop's pages that need a login, as the route table has them; desks are named nowhere. */
function closedFolders(): string[] {
  const closed = Object.entries(routes).filter(([, { who, room }]) => who !== 'all' && room !== 'desk');
  return [...new Set(closed.map(([pattern]) => `/${pattern.split('/')[1]}`))].sort();
}

export const GET: APIRoute = ({ site, url }) => {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /sandbox/',
    ...closedFolders().map((folder) => `Disallow: ${folder}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', site ?? url).href}`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
