type Recorder = (name: string, rows: number) => Promise<unknown>;

let recorder: Recorder | undefined;

/** Calls `record` before every table that this page saves; if it rejects no file is made. */
export function recordSaves(record: Recorder): void {
  recorder = record;
}

/** Notifies the page's recorder, if any, that a table is saved. Rejects as the recorder does. */
export async function showSaved(name: string, rows: number): Promise<void> {
  await recorder?.(name, rows);
}

/** Downloads a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** The same for binary content. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
