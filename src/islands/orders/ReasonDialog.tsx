import { type ReactNode, useId, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { uploadPicture } from '#lib/client/stores/after-sale.ts';
import type { FileWire } from '#lib/contract/files.ts';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';

interface Props {
  title: string;
  text: string;
  /** Further effects. */
  note?: ReactNode;
  confirm: string;
  reasons: readonly string[];
  /** Who sees pictures added to the reason; empty where none can be. */
  pictureHint?: string | undefined;
  onClose: () => void;
  /** Rejects with what is wrong with the reason. The dialog stays until its owner takes it away. */
  onConfirm: (reason: string, pictures: number[]) => Promise<void>;
}

/** Asks for the reason before an order is cancelled or refused; the merchant reads it. */
export function ReasonDialog({
  title,
  text,
  note,
  confirm,
  reasons,
  pictureHint = '',
  onClose,
  onConfirm,
}: Props) {
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  const { form, errors, isBusy } = useForm({
    names: ['reason', 'pictures'],
    send: ({ reason }) =>
      onConfirm(
        reason,
        files.map(({ id }) => id),
      ),
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
        {pictureHint !== '' && (
          <div className="grid gap-1 mt-3">
            <p className="text-ink-2">照片（选填，拍下外箱、批号或温度显示）</p>
            <PictureBox
              files={files}
              most={maxCasePictures}
              hint={pictureHint}
              error={errors.pictures}
              upload={uploadPicture}
              onChange={setFiles}
            />
          </div>
        )}
      </form>
    </Dialog>
  );
}
