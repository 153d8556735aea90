/**
 * Focuses the main element of a desk page unless something has the focus: the marked input, the first row of a list,
 * else the page's main part. Inputs are skipped on a phone, whose keyboard would cover the page.
 */
export function landInMain(): void {
  if (document.activeElement !== document.body || location.hash !== '') return;
  const main = document.getElementById('main');
  const box = matchMedia('(pointer: fine)').matches ? main?.querySelector<HTMLElement>('[data-land]') : null;
  const place = box ?? main?.querySelector<HTMLElement>('tbody [tabindex="0"]') ?? main;
  place?.focus({ preventScroll: true });
}
