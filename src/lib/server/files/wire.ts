import type { FileWire } from '#lib/contract/files.ts';
import type { FileRow } from './rows.ts';

export type ShownFile = Pick<FileRow, 'id' | 'kind' | 'name' | 'bytes' | 'width' | 'height' | 'pages'>;

/** A file for buyers and reviewers. */
export function fileWireOf({ id, kind, name, bytes, width, height, pages }: ShownFile): FileWire {
  const url = `/file/${id}`;
  const [full, pdf] = kind === 'pdf' ? ['', `${url}/pdf`] : [`${url}/full`, ''];
  return { id, kind, name, bytes, width, height, pages, url, full_url: full, pdf_url: pdf };
}
