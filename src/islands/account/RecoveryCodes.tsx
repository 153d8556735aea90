import type { ReactNode } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { saveText } from '#lib/client/save-file.ts';

interface Props {
  codes: readonly string[];
  /** Name of the file with the codes. */
  file: string;
  /** Title with the completed act. */
  title: string;
  /** How to continue. */
  children: ReactNode;
}

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, file, title, children }: Props) {
  const save = () => saveText(file, 'text/plain', `${codes.join('\r\n')}\r\n`);
  return (
    <>
      <p role="status" className="mb-3">
        {title}。请保存下面的恢复码：手机不在身边时，每个可以代替验证码登录一次。
        <b>离开本页后不再显示。</b>
      </p>
      <ul className="grid grid-cols-2 sm:grid-cols-5 gap-2 mb-4">
        {codes.map((code) => (
          <li key={code} className="px-2 py-1.5 rounded bg-card-dim text-center num">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button kind="plain" onClick={save}>
          <span className="i-lucide-download text-body" aria-hidden="true" />
          下载恢复码
        </Button>
        {children}
      </div>
    </>
  );
}
