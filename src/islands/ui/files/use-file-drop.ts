import { type ClipboardEvent, type DragEvent, useState } from 'react';

interface Options {
  onFiles: (files: readonly File[]) => void;
  /** A dropped text; a pasted one goes to the cursor. */
  onText: ((text: string) => void) | undefined;
}

/** A place that takes files that are dropped on it or pasted into it. */
export function useFileDrop({ onFiles, onText }: Options) {
  const [isOver, setOver] = useState(false);
  return {
    /** Something hangs over it. */
    isOver,
    zone: {
      onDragOver(event: DragEvent) {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        // On the way from one part of the place to another it stays inside.
        const next = event.relatedTarget;
        if (!(next instanceof Node && event.currentTarget.contains(next))) setOver(false);
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        const { files } = event.dataTransfer;
        if (files.length > 0) return onFiles([...files]);
        const text = event.dataTransfer.getData('text/plain');
        if (text !== '') onText?.(text);
      },
      onPaste(event: ClipboardEvent) {
        const { files } = event.clipboardData;
        // Spreadsheet cells are copied as text and as a picture: the text is meant.
        if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
        event.preventDefault();
        onFiles([...files]);
      },
    },
  };
}
