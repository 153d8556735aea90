import type { FileWire } from '#lib/contract/files.ts';

/** Small pictures in a row; each opens in a tab of its own. Draws nothing without pictures. */
export function PictureList({ files, label }: { files: readonly FileWire[]; label?: string }) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 m-0 mt-2 p-0 list-none" aria-label={label}>
      {files.map((file) => (
        <li key={file.id}>
          <a href={file.url} target="_blank" rel="noopener">
            <img
              src={file.url}
              alt={file.name}
              loading="lazy"
              className="w-88px h-88px object-cover rounded border border-solid border-line"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
