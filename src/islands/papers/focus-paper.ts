/** The way from what is missing to where it is filled in. */

/** The kind of document in the fragment of its card; empty for another one. */
export function paperOfHash(hash: string): string {
  return hash.startsWith('#paper-') ? hash.slice('#paper-'.length) : '';
}

/** Scrolls to a document's card and focuses its first empty field; without a form its button. */
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
