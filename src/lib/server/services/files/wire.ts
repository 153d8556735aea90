import type { FileWire } from '#lib/contract/files/schema.ts';
import type { FileRow } from '../../repos/files.ts';

export type ShownFile = Pick<FileRow, 'id' | 'kind' | 'name' | 'bytes' | 'width' | 'height' | 'pages'>;

/** A file as buyers and reviewers see it. */
export function fileWireOf({ id, kind, name, bytes, width, height, pages }: ShownFile): FileWire {
  const pdf = kind === 'pdf' ? `/file/${id}/pdf` : '';
  return { id, kind, name, bytes, width, height, pages, url: `/file/${id}`, pdf_url: pdf };
}
