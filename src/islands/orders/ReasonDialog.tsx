import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';

interface Props {
  title: string;
  text: string;
  /** What else happens. */
  note?: string | undefined;
  confirm: string;
  reasons: readonly string[];
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** Asks why before an order is cancelled or refused; the merchant reads the answer. */
export function ReasonDialog({ title, text, note, confirm, reasons, onClose, onConfirm }: Props) {
  const [reason, setReason] = useState(reasons[0] ?? '');
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            再想想
          </Button>
          <Button kind="danger" onClick={() => onConfirm(reason)}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{text}</p>
      {note && <p className="mt-1.5 text-promo-ink break-all">{note}</p>}
      <fieldset className="mt-3">
        <legend className="font-500">请选择原因</legend>
        <div className="mt-1.5 grid grid-cols-2 gap-x-4">
          {reasons.map((one) => (
            <label key={one} className="flex items-center gap-2 min-h-control cursor-pointer">
              <input
                type="radio"
                name="reason"
                value={one}
                checked={reason === one}
                onChange={() => setReason(one)}
              />
              {one}
            </label>
          ))}
        </div>
      </fieldset>
    </Dialog>
  );
}
