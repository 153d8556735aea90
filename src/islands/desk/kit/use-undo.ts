import { useEffect, useRef } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { $toasts, closeToast, showToast } from '#lib/client/stores/shell/toasts.ts';

/** For so long, in ms, the last act is undone by Z and its message stands; later a run is undone beside its list. */
const undoFor = 10_000;

/** Says that an act is done, with what undoes it. `key` names the act: its row and its entry, or its run. */
export type OfferUndo = (text: string, key: string, undo: () => Promise<void>) => void;

/** 撤销: a button of each act's message while that stands, and the key Z for the last one. A refusal is said. */
export function useUndo(): OfferUndo {
  const last = useRef<(() => void) | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event) || pressedKey(event).toLowerCase() !== 'z' || last.current === null) return;
      event.preventDefault();
      closeOf(last.current);
      last.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (text, key, undo) => {
    let isUsed = false;
    const run = () => {
      if (last.current === run) last.current = null;
      if (isUsed) return;
      isUsed = true;
      undo().catch(react);
    };
    last.current = run;
    setTimeout(() => {
      if (last.current === run) last.current = null;
    }, undoFor);
    showToast('success', text, { act: { text: '撤销（Z）', run }, key, duration: undoFor });
  };
}

/** Closes the message whose button this is. */
function closeOf(run: () => void): void {
  const toast = $toasts.get().find(({ act }) => act?.run === run);
  if (toast !== undefined) closeToast(toast.id);
}

/** A key by itself, while nothing is typed and no dialog is open. */
export function isPlainKey({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
  return !isTyping && !ctrlKey && !metaKey && !altKey;
}
