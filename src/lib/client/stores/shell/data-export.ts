/** The company's own data as a file. Each rejects as `call` does. */

import { api } from '#lib/contract/api.ts';
import type { ExportWire } from '#lib/contract/own-data.ts';
import { call } from '../../api.ts';

/** The progress of the last one. */
export function loadExport(): Promise<ExportWire> {
  return call(api.dataExport, {});
}

/** Asks for one. */
export function beginExport(): Promise<ExportWire> {
  return call(api.beginExport, {});
}
