import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { useKeys } from './use-keys.ts';

interface Props {
  /** Keys of the page that no control names: `[['1–9', '选退回原因']]`. */
  more?: readonly (readonly [key: string, text: string])[];
}

/** `?` lists the keys that the page has at the moment. */
export function KeysHelp({ more = [] }: Props) {
  const [keys, setKeys] = useState<readonly (readonly [key: string, text: string])[] | null>(null);

  function open() {
    const controls = document.querySelectorAll<HTMLElement>('#main [aria-keyshortcuts]');
    setKeys([
      ...[...controls]
        .filter((control) => control.checkVisibility())
        .map((control) => [control.getAttribute('aria-keyshortcuts') ?? '', nameOf(control)] as const),
      ...more,
      ['Esc', '离开输入框，回到按键'],
      ['?', '显示这些按键'],
    ]);
  }
  useKeys({ '?': open });

  return (
    <>
      <Button kind="plain" size="small" className="max-md:hidden" aria-label="按键" onClick={open}>
        ?
      </Button>
      {keys !== null && (
        <Dialog open title="按键" onClose={() => setKeys(null)}>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 m-0 text-small">
            {keys.map(([key, text]) => (
              <div key={`${key} ${text}`} className="contents">
                <dt className="font-600 whitespace-nowrap">{key}</dt>
                <dd className="m-0 text-ink-2">{text}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  );
}

/** The words of a control without its hint. */
function nameOf(control: HTMLElement): string {
  const hidden = control.querySelector('[aria-hidden=true]')?.textContent ?? '';
  const text = control.textContent ?? '';
  return (
    control.getAttribute('aria-label') ??
    (text.endsWith(hidden) ? text.slice(0, text.length - hidden.length) : text)
  );
}
