import { readMarkup } from '#lib/client/markup.ts';

/**
 * Prerendered pages (help, news) were made without a database: menus, hot searches, contacts and licences come by one
 * call, in the markup that other pages carry. Without an answer the page stays as it is.
 */
export async function fillFrame(): Promise<void> {
  const answer = await readMarkup('/frame');
  if (answer === undefined) return;
  const parts = new DOMParser().parseFromString(answer, 'text/html');
  for (const part of parts.querySelectorAll<HTMLElement>('[data-part]')) {
    document.querySelector(`[data-part="${part.dataset.part}"]`)?.replaceChildren(...part.childNodes);
  }
}
