/** Shows the last decision on the list, which the reviewer gets when no application is left. */
import { showToast } from '#lib/client/stores/shell/toasts.ts';

const key = 'yp_decided';

export function leaveWord(text: string): void {
  sessionStorage.setItem(key, text);
}

export function sayLastWord(): void {
  const text = sessionStorage.getItem(key);
  if (text === null) return;
  sessionStorage.removeItem(key);
  showToast('success', text);
}
