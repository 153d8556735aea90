/** Uploaded files in the input of calls. */
import { z } from 'zod';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** A file as it arrives at the server; a browser sends a Blob. */
export interface Upload {
  name: string;
  /** The type given by the sender. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const uploads = new WeakSet<object>();

/** A file of a form. The body of a call that takes one may be larger (./takes-file.ts). */
export function upload(error: string): z.ZodType<Upload, Upload | Blob> {
  const schema = z.custom<Upload>((value) => fieldOf(value, 'bytes') instanceof Uint8Array, { error });
  uploads.add(schema);
  return schema;
}

/** True for a schema that {@link upload} has made. */
export function isUpload(schema: object): boolean {
  return uploads.has(schema);
}
