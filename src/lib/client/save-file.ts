type Recorder = (name: string, rows: number) => Promise<unknown>;

let recorder: Recorder | undefined;

/** From now on every table that this page saves is told to `record` first; where that rejects no file is made. */
export function recordSaves(record: Recorder): void {
  recorder = record;
}

/** Tells the page's recorder, where it has one, that a table is saved. Rejects as the recorder does. */
export async function tellSave(name: string, rows: number): Promise<void> {
  await recorder?.(name, rows);
}

/** Hands a text to the browser as a file to keep. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

/** The same of what is no text. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
