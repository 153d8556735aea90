import { atom } from 'nanostores';

/** A question or a notice over the page. Without `cancel` there is one button. */
export interface DialogRequest {
  title: string;
  text: string;
  confirm: string;
  /** The act cannot be undone: its button has the colour of danger. */
  isDanger?: boolean;
  cancel?: string;
  /** A smaller line below the text. */
  note?: string;
  /** A third button. */
  other?: string | null;
  /** CSS width class of the panel; the quantity-limit dialog is 30% wide (rules 17). */
  width?: 'normal' | 'third';
  /** A link inside the text (411 of adding to the cart). */
  link?: { text: string; href: string };
  onConfirm?: () => void;
  onCancel?: () => void;
  onOther?: () => void;
}

export type Answer = 'yes' | 'no' | 'other';

export const $dialog = atom<DialogRequest | null>(null);

const waiting: DialogRequest[] = [];

/** Opens a dialog, or queues it behind the one that is open. */
export function openDialog(request: DialogRequest): void {
  if ($dialog.get() === null) $dialog.set(request);
  else waiting.push(request);
}

/** Closes the open dialog with the buyer's answer and shows the next one. */
export function answerDialog(answer: boolean | Answer): void {
  const open = $dialog.get();
  $dialog.set(waiting.shift() ?? null);
  if (answer === true || answer === 'yes') open?.onConfirm?.();
  else if (answer === 'other') open?.onOther?.();
  else open?.onCancel?.();
}

type Question = Omit<DialogRequest, 'onConfirm' | 'onCancel' | 'onOther'>;

/** The answer as a promise. */
export function choose(request: Question): Promise<Answer> {
  return new Promise((resolve) => {
    openDialog({
      ...request,
      onConfirm: () => resolve('yes'),
      onCancel: () => resolve('no'),
      onOther: () => resolve('other'),
    });
  });
}

/** The same for a question of two buttons: true when confirmed. */
export async function ask(request: Question): Promise<boolean> {
  return (await choose(request)) === 'yes';
}
