import { atom, onStart } from 'nanostores';
import { toastDuration } from '#lib/contract/constants.ts';

export interface Toast {
  id: number;
  kind: 'success' | 'warning' | 'info' | 'error';
  text: string;
  /** A link next to the text, e.g. 查看收藏. */
  link?: { text: string; href: string } | undefined;
  /** A button next to the text, e.g. 改为20盒; pressing it closes the message. */
  act?: { text: string; run: () => void } | undefined;
  /** What was done: two acts with the same text each keep their button. */
  key?: string | undefined;
}

export const $toasts = atom<readonly Toast[]>([]);

let nextId = 1;

/** Messages whose link has the pointer or the focus, and of these the expired ones. */
const held = new Set<number>();
const overdue = new Set<number>();

/** Timers of messages that are not shown yet: a slow phone hydrates its islands later than a message would last. */
const notYetDrawn: (() => void)[] = [];
onStart($toasts, () => {
  for (const start of notYetDrawn.splice(0)) start();
});

/**
 * Shows a message; it disappears `duration` ms after it is shown (0 stays until closed). The same text again replaces
 * the older one, unless their `key` differs.
 */
export function showToast(
  kind: Toast['kind'],
  text: string,
  {
    link,
    act,
    key,
    duration = toastDuration,
  }: Pick<Toast, 'link' | 'act' | 'key'> & { duration?: number } = {},
): void {
  const toast: Toast = { id: nextId++, kind, text, link, act, key };
  // `get` would count as showing it.
  const others = ($toasts.value ?? []).filter(
    (one) => one.kind !== kind || one.text !== text || one.key !== key,
  );
  $toasts.set([...others, toast]);
  if (duration === 0) return;
  const end = () => (held.has(toast.id) ? overdue.add(toast.id) : closeToast(toast.id));
  const start = () => void setTimeout(end, duration);
  if ($toasts.lc > 0) start();
  else notYetDrawn.push(start);
}

/** Holds a message while its link has the pointer or focus; afterwards an expired one disappears. */
export function holdToast(id: number, isOn: boolean): void {
  if (isOn) held.add(id);
  else if (held.delete(id) && overdue.delete(id)) closeToast(id);
}

export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
