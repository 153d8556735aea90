import { useId, useRef, useState } from 'react';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { PictureBox } from '#islands/ui/files/PictureBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { uploadPicture } from '#lib/client/stores/after-sale.ts';
import { askPointsCase } from '#lib/client/stores/mall.ts';
import type { FileWire } from '#lib/contract/files.ts';
import type { PointsOrderDetail } from '#lib/contract/points-orders.ts';
import { maxCasePictures } from '#lib/rules/orders/after-sale.ts';

interface Props {
  no: string;
  onClose: () => void;
  onDone: (order: PointsOrderDetail) => void;
}

/** The form that reports a damaged thing to the platform, with pictures. */
export function CaseDialog({ no, onClose, onDone }: Props) {
  const formId = useId();
  const [files, setFiles] = useState<readonly FileWire[]>([]);
  // One case, however often it is sent.
  const token = useRef(newKey());
  const { form, field, errors, isBusy, forget } = useForm({
    names: ['reason', 'pictures'],
    showsRefusal: true,
    guardsChanges: true,
    leaves: true,
    check: ({ reason }) => ({
      ...(reason.trim().length < 2 && { reason: '请写明哪里破损，至少2个字' }),
      ...(files.length === 0 && { pictures: '请上传能看清破损的照片' }),
    }),
    send: ({ reason }) =>
      askPointsCase({ no, reason: reason.trim(), pictures: files.map(({ id }) => id), token: token.current }),
    onSent: onDone,
  });
  return (
    <FormDialog
      title="破损售后"
      width="activity"
      formId={formId}
      button="提交"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-4">
        <p className="text-small text-ink-2">
          平台核实后，退回积分和付的钱，或补发一件；不能受理的会说明原因。
        </p>
        <TextArea label="哪里破损" maxLength={500} rows={3} required {...field('reason')} />
        <FieldGroup legend="照片" required error={errors.pictures}>
          <div data-field="pictures">
            <PictureBox
              files={files}
              most={maxCasePictures}
              hint="仅您的企业和平台可见"
              upload={uploadPicture}
              onChange={(change) => {
                setFiles(change);
                forget('pictures');
              }}
            />
          </div>
        </FieldGroup>
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
