import type { KeyboardEvent } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';

/** Ctrl+Enter (⌘ Enter) sends the form of a text of several lines, where Enter is a line. */
export function sendByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!(event.ctrlKey || event.metaKey) || pressedKey(event) !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
