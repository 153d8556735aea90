/** What was decided last is said on the list, where the reviewer lands when nobody waits any more. */
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
