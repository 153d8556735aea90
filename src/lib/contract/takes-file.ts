/** Which inputs take a file: their bodies may be larger. */
import type { z } from 'zod';
import { isUpload } from './uploads.ts';

/** True when `upload(…)` occurs anywhere in a schema: as a field, in a list, optional, in one of several forms. */
export function takesFile(schema: z.core.$ZodType): boolean {
  return holdsUpload(schema, new Set());
}

function holdsUpload(part: unknown, seen: Set<unknown>): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false;
  seen.add(part);
  if (isUpload(part)) return true;
  const inner = '_zod' in part ? (part as z.core.$ZodType)._zod.def : part;
  return Object.values(inner).some((one) => holdsUpload(one, seen));
}
