import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface FaceProps {
  icon: string;
  title: string;
  text?: string | undefined;
  /** The next step: a link or a button. */
  children?: ReactNode;
}

function Face({ icon, title, text, children }: FaceProps) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-12 text-center">
      <span className={`${icon} text-mark text-line-strong`} aria-hidden="true" />
      <p className="text-title font-500">{title}</p>
      {text && <p className="text-small text-ink-2 max-w-420px text-balance">{text}</p>}
      {children && <div className="flex flex-wrap justify-center gap-3 mt-3">{children}</div>}
    </div>
  );
}

/** Nothing there yet, with what to do next. */
export function Empty({ icon = 'i-lucide-package-open', ...rest }: Partial<FaceProps> & { title: string }) {
  return <Face icon={icon} {...rest} />;
}

/** A loading state. `rows` grey bars reserve the place of the content. */
export function Loading({ text = '加载中…', rows = 0 }: { text?: string; rows?: number }) {
  return (
    <div role="status" className="grid gap-3 p-4">
      {rows > 0 ? (
        <>
          <span className="sr-only">{text}</span>
          {Array.from({ length: rows }, (_, at) => (
            <span key={at} className="h-20px rounded bg-card-dim animate-pulse" aria-hidden="true" />
          ))}
        </>
      ) : (
        <span className="flex items-center justify-center gap-2 py-8 text-ink-2">
          <span className="i-lucide-loader-circle animate-spin text-head" aria-hidden="true" />
          {text}
        </span>
      )}
    </div>
  );
}

/** A failure with a button to retry. */
export function Failed({ text, onRetry }: { text?: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <Face icon="i-lucide-cloud-off" title="加载失败" text={text ?? '系统繁忙，请稍候再试'}>
        <Button kind="ghost" onClick={onRetry}>
          重新加载
        </Button>
      </Face>
    </div>
  );
}
