/** The way from what is missing to where it is filled in. */

/** A kind of paper from the fragment of its card; empty for another one. */
export function paperOfHash(hash: string): string {
  return hash.startsWith('#paper-') ? hash.slice('#paper-'.length) : '';
}

/** Leads to a paper's card and into the first of its fields that is empty; without a form to its button. */
export function focusPaper(kind: string): void {
  const card = document.getElementById(`paper-${kind}`);
  if (card === null) return;
  const boxes = [...card.querySelectorAll('input')].filter(({ disabled, id }) => !disabled && id !== '');
  const empty = boxes.find(({ type, value }) => (type === 'text' || type === 'date') && value === '');
  const picker = card.querySelector('img') ? null : card.querySelector<HTMLElement>('section button');
  const place = empty ?? picker ?? boxes[0] ?? card.querySelector('button') ?? card;
  card.scrollIntoView();
  place.focus({ preventScroll: true });
}
