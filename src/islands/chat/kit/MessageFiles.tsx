import { sizeText } from '#islands/ui/files/check-files.ts';
import type { ChatFile } from '#lib/contract/chat/schema.ts';

/** Pixels of a picture in a talk. */
const mostWidth = 220;
const mostHeight = 240;

/** Pictures and documents of a message; each opens in a tab of its own. */
export function MessageFiles({ files }: { files: readonly ChatFile[] }) {
  return (
    <ul className="grid gap-1.5" aria-label="附件">
      {files.map((file) => (
        <li key={file.id}>
          <a href={file.full_url || file.url} target="_blank" rel="noopener" title={file.name}>
            {file.kind === 'image' ? <Picture file={file} /> : <Document file={file} />}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** As large as it will be before it is loaded, so that the talk does not move. */
function Picture({ file }: { file: ChatFile }) {
  const scale = Math.min(1, mostWidth / Math.max(1, file.width), mostHeight / Math.max(1, file.height));
  return (
    <img
      src={file.url}
      alt={file.name}
      width={Math.max(1, Math.round(file.width * scale))}
      height={Math.max(1, Math.round(file.height * scale))}
      loading="lazy"
      decoding="async"
      className="rounded border border-solid border-line bg-card-dim"
    />
  );
}

function Document({ file }: { file: ChatFile }) {
  return (
    <span className="flex items-center gap-2 max-w-260px px-3 py-2 rounded border border-solid border-line bg-card">
      <span className="i-lucide-file-text flex-none text-large text-primary" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block text-small break-all">{file.name}</span>
        <span className="block text-note text-ink-2 num">{sizeText(file.bytes)}</span>
      </span>
    </span>
  );
}
