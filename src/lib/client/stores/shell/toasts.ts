import { atom } from 'nanostores';
import { toastDuration } from '#lib/contract/constants.ts';

export interface Toast {
  id: number;
  kind: 'success' | 'warning' | 'info' | 'error';
  text: string;
  /** A link beside the text, e.g. 查看收藏. */
  link?: { text: string; href: string } | undefined;
}

export const $toasts = atom<readonly Toast[]>([]);

let nextId = 1;

/** Shows a message; it goes after `duration` ms (0 stays until closed). The same words again take the older's place. */
export function showToast(
  kind: Toast['kind'],
  text: string,
  { link, duration = toastDuration }: { link?: Toast['link']; duration?: number } = {},
): void {
  const toast: Toast = { id: nextId++, kind, text, link };
  const others = $toasts.get().filter((one) => one.kind !== kind || one.text !== text);
  $toasts.set([...others, toast]);
  if (duration > 0) setTimeout(() => closeToast(toast.id), duration);
}

export function closeToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id));
}
