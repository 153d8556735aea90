import { readSheet } from 'read-excel-file/universal';

/** The cells of a workbook's first sheet as they are stored: numbers stay numbers. */
export async function cellsOf(bytes: Uint8Array): Promise<unknown[][]> {
  return readSheet(new Uint8Array(bytes).buffer);
}
