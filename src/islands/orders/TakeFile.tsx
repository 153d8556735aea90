import { type MouseEvent, type ReactNode, useState } from 'react';
import { type ButtonKind, buttonClass } from '#islands/ui/Button.tsx';
import { refusalText, takeFile } from '#lib/client/take-file.ts';

interface Props {
  url: string;
  kind?: ButtonKind;
  /** It is streamed, however large: the browser downloads it itself once it is known to be available. */
  isStreamed?: boolean;
  /** Called with the reason of a refusal; with an empty text at a new attempt. */
  onRefused: (sentence: string) => void;
  children: ReactNode;
}

/** A link to a file that may be refused: the refusal is shown here, instead of being saved as the file. */
export function TakeFile({ url, kind = 'primary', isStreamed = false, onRefused, children }: Props) {
  const [isBusy, setBusy] = useState(false);

  async function take(event: MouseEvent) {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    onRefused('');
    await takeFile(url, { isStreamed }).catch((error: unknown) => onRefused(refusalText(error)));
    setBusy(false);
  }

  return (
    <a
      className={buttonClass(kind)}
      href={url}
      download
      aria-busy={isBusy || undefined}
      data-early=""
      onClick={(event) => void take(event)}
    >
      {isBusy && <span className="i-lucide-loader-circle animate-spin" aria-hidden="true" />}
      {children}
    </a>
  );
}
