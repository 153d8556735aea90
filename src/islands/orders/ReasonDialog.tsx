import { type ReactNode, useId } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { useForm } from '#islands/ui/use-form.ts';

interface Props {
  title: string;
  text: string;
  /** What else happens. */
  note?: ReactNode;
  confirm: string;
  reasons: readonly string[];
  onClose: () => void;
  /** Rejects with what is wrong with the reason. The dialog stays until its owner takes it away. */
  onConfirm: (reason: string) => Promise<void>;
}

/** Asks why before an order is cancelled or refused; the merchant reads the answer. */
export function ReasonDialog({ title, text, note, confirm, reasons, onClose, onConfirm }: Props) {
  const { form, errors, isBusy } = useForm({
    names: ['reason'],
    send: ({ reason }) => onConfirm(reason),
  });
  const formId = useId();
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
          <Button kind="danger" type="submit" form={formId} busy={isBusy}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{text}</p>
      {note}
      <form id={formId} {...form} className="mt-3">
        <FieldGroup legend="请选择原因" error={errors.reason}>
          <div className="grid grid-cols-2 gap-x-4">
            {reasons.map((one, at) => (
              <label key={one} className="flex items-center gap-2 min-h-control cursor-pointer">
                <input type="radio" name="reason" value={one} defaultChecked={at === 0} />
                {one}
              </label>
            ))}
          </div>
        </FieldGroup>
      </form>
    </Dialog>
  );
}
