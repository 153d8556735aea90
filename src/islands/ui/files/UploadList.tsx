import { Button } from '../Button.tsx';
import { sizeText } from './check-files.ts';
import type { Upload, Uploads } from './use-uploads.ts';

const words: Record<Upload['state'], string> = {
  waiting: '等待上传',
  sending: '上传中',
  done: '已上传',
  failed: '上传失败',
};

/** Files on their way, each with how far it is, and what can be done with it. */
export function UploadList({ uploads, label }: { uploads: Uploads; label: string }) {
  if (uploads.list.length === 0) return null;
  return (
    <ul aria-label={label} className="border border-solid border-line rounded">
      {uploads.list.map((one) => (
        <li
          key={one.key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 border-t border-t-solid border-line first:border-t-0"
        >
          <div className="min-w-0">
            <p className="flex gap-2 text-small">
              <span className="truncate">{one.file.name}</span>
              <span className="text-ink-2 num whitespace-nowrap">{sizeText(one.file.size)}</span>
            </p>
            <State upload={one} />
          </div>
          <div className="flex items-center gap-1">
            {one.state === 'failed' && (
              <Button
                kind="text"
                size="small"
                aria-label={`重新上传${one.file.name}`}
                onClick={() => uploads.retry(one.key)}
              >
                重试
              </Button>
            )}
            <button
              type="button"
              className="icon-button max-md:(w-touch h-touch)"
              aria-label={`移除${one.file.name}`}
              onClick={() => uploads.remove(one.key)}
            >
              <span className="i-lucide-x text-title" aria-hidden="true" />
            </button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function State({ upload }: { upload: Upload }) {
  const { state, fraction, message, file } = upload;
  if (state === 'sending')
    return (
      <progress
        className="block w-full h-6px mt-1.5 accent-[var(--primary)]"
        aria-label={`${file.name} 上传进度`}
        max={1}
        value={fraction}
      />
    );
  return (
    <p
      role={state === 'failed' ? 'alert' : 'status'}
      className={`text-note ${state === 'failed' ? 'text-price' : 'text-ink-2'}`}
    >
      {message ?? words[state]}
    </p>
  );
}
