/** The notice runs when it is longer than its line, unless the visitor prefers reduced motion or pauses it. */
export function runMarquee(): void {
  const owner = document.querySelector<HTMLElement>('[data-marquee]');
  const track = owner?.querySelector('ul');
  const button = owner?.querySelector('button');
  if (!owner || !track || !button || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  if (track.scrollWidth <= (track.parentElement?.clientWidth ?? 0)) return;
  for (const item of [...track.children]) {
    const copy = document.importNode(item, true);
    copy.setAttribute('aria-hidden', 'true');
    track.append(copy);
  }
  owner.toggleAttribute('data-runs', true);
  button.hidden = false;
  button.addEventListener('click', () => {
    const isPaused = owner.toggleAttribute('data-paused');
    button.setAttribute('aria-pressed', String(isPaused));
  });
}
