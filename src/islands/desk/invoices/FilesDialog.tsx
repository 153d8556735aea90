import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { addDeskInvoiceFile } from '#lib/client/stores/desk/invoices.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { DeskInvoice } from '#lib/contract/invoices-desk.ts';
import type { InvoiceDialogProps } from './dialog-props.ts';

const kinds = ['xml', 'pdf', 'ofd'] as const;

/** Bytes of a file at most. */
const most = 5 * 1024 * 1024;

/** XML, PDF and OFD of an issued invoice; another one of a kind takes the place of the one before. */
export function FilesDialog({ id, files, onClose, onDone }: InvoiceDialogProps & Pick<DeskInvoice, 'files'>) {
  const [isBusy, setBusy] = useState(false);
  const [sent, setSent] = useState<{ now: DeskInvoice; names: string[] } | null>(null);
  const has = sent?.now.files ?? files;

  async function send(chosen: readonly File[]) {
    setBusy(true);
    try {
      for (const file of chosen) {
        const kind = kinds.find((one) => file.name.toLowerCase().endsWith(`.${one}`));
        if (kind === undefined) continue;
        const now = await addDeskInvoiceFile(id, kind, file);
        setSent((before) => ({ now, names: [...(before?.names ?? []), kind.toUpperCase()] }));
      }
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  function close() {
    if (sent === null) onClose();
    else onDone(sent.now, `已保存${[...new Set(sent.names)].join('、')}`);
  }

  return (
    <Dialog
      title="发票文件"
      open
      onClose={close}
      footer={
        <Button busy={isBusy} onClick={close}>
          完成
        </Button>
      }
    >
      <div className="grid gap-3" aria-busy={isBusy}>
        <p className="text-small" aria-live="polite">
          {kinds.map((kind) => (
            <span key={kind} className="mr-4">
              {kind.toUpperCase()}：{has.includes(kind) ? '已有' : '缺'}
            </span>
          ))}
        </p>
        <FilePicker
          title="发票文件"
          label="选择发票文件"
          button="选择文件"
          hint="XML（原件）、PDF、OFD，每个不超过5 MB"
          rules={{ endings: kinds.map((kind) => `.${kind}`), maxBytes: most, maxCount: 3 }}
          isDisabled={isBusy}
          onFiles={(chosen) => void send(chosen)}
        />
      </div>
    </Dialog>
  );
}
