import type { ReactNode } from 'react';
import type { PaperFileWire } from '#lib/contract/papers.ts';

/** Degrees clockwise that a picture is turned by. */
export const pictureTurns: Record<number, string> = {
  0: '',
  90: 'rotate-90',
  180: 'rotate-180',
  270: 'rotate-270',
};

/** A file for display: its picture, which opens in full, or the document of a PDF. Buttons are below. */
export function FileThumb({ file, children }: { file: PaperFileWire; children?: ReactNode }) {
  const { name, url, full_url: full, pdf_url: pdf, pages, rotation } = file;
  return (
    <li className="grid gap-1 w-120px">
      <a
        href={pdf || full || url}
        target="_blank"
        rel="noopener"
        aria-label={`查看${name}`}
        className="grid place-items-center w-120px h-120px overflow-hidden bg-card-dim border border-solid border-line rounded"
      >
        <img
          src={url}
          alt=""
          loading="lazy"
          className={`max-w-full max-h-full ${pictureTurns[rotation] ?? ''}`}
        />
      </a>
      <p className="truncate text-note text-ink-2" title={name}>
        {pdf !== '' && `PDF ${pages}页 · `}
        {name}
      </p>
      {children}
    </li>
  );
}
