import { atom } from 'nanostores';

/** A question or a notice over the page. Without `cancel` there is one button. */
export interface DialogRequest {
  title: string;
  text: string;
  confirm: string;
  cancel?: string;
  /** CSS width class of the panel; the quantity-limit dialog is 30% wide (rules 17). */
  width?: 'normal' | 'third';
  /** A link inside the text (411 of adding to the cart). */
  link?: { text: string; href: string };
  onConfirm?: () => void;
  onCancel?: () => void;
}

export const $dialog = atom<DialogRequest | null>(null);

const waiting: DialogRequest[] = [];

/** Opens a dialog, or queues it behind the one that is open. */
export function openDialog(request: DialogRequest): void {
  if ($dialog.get() === null) $dialog.set(request);
  else waiting.push(request);
}

/** Closes the open dialog with the buyer's answer and shows the next one. */
export function answerDialog(isConfirmed: boolean): void {
  const open = $dialog.get();
  $dialog.set(waiting.shift() ?? null);
  if (isConfirmed) open?.onConfirm?.();
  else open?.onCancel?.();
}

/** The same as a promise: true when confirmed. */
export function ask(request: Omit<DialogRequest, 'onConfirm' | 'onCancel'>): Promise<boolean> {
  return new Promise((resolve) => {
    openDialog({ ...request, onConfirm: () => resolve(true), onCancel: () => resolve(false) });
  });
}
