import { type ReactNode, useRef } from 'react';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  title: string;
  /** The kind of link: names the box, and the copied text. */
  label: string;
  /** A whole address. */
  address: string;
  onClose: () => void;
  /** For whom it is and its validity. */
  children: ReactNode;
}

/** A link that is shown this once, to be copied. */
export function LinkDialog({ title, label, address, onClose, children }: Props) {
  const box = useRef<HTMLInputElement>(null);

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      showToast('success', `${label}已复制`);
    } catch {
      // Without the permission it is marked, to be copied by hand.
      box.current?.select();
      showToast('info', '链接已选中，请手动复制');
    }
  }

  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            完成
          </Button>
          <Button onClick={() => void copy()}>复制链接</Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{children}</p>
        <label className="grid gap-1.5 text-small text-ink-2">
          {label}
          <input
            ref={box}
            className="input num"
            readOnly
            value={address}
            data-focus
            onFocus={(event) => event.target.select()}
          />
        </label>
      </div>
    </Dialog>
  );
}
