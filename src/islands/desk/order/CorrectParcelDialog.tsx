import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { correctParcel } from '#lib/client/stores/desk/orders.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { CarrierField, findParcelFaults } from './CarrierField.tsx';

interface Props {
  order: DeskOrder;
  parcel: DeskOrder['sent'][number];
  onClose: () => void;
  onDone: (order: DeskOrder) => void;
}

/** Another carrier or number of a parcel, with why. */
export function CorrectParcelDialog({ order: { no, carriers }, parcel, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['carrier', 'tracking_no', 'reason'],
    leaves: true,
    check: ({ carrier, tracking_no: trackingNo, reason }) => ({
      ...findParcelFaults(carrier, trackingNo),
      ...(reason.trim().length < 2 && { reason: '请填写更正原因' }),
    }),
    send: ({ carrier, tracking_no: trackingNo, reason }) =>
      correctParcel({
        no,
        parcel_id: parcel.id,
        known: parcel.tracking_no,
        carrier,
        tracking_no: trackingNo.trim(),
        reason: reason.trim(),
      }),
    onSent(now: DeskOrder) {
      onDone(now);
      onClose();
      showToast('success', '已更正，买家会收到通知');
    },
  });
  return (
    <FormDialog
      title={`更正包裹：${parcel.carrier} ${parcel.tracking_no}`}
      onClose={onClose}
      formId={formId}
      button="更正"
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <CarrierField choices={carriers} {...field('carrier', parcel.carrier)} />
        <Field
          label="运单号"
          maxLength={40}
          required
          data-focus=""
          {...field('tracking_no', parcel.tracking_no)}
        />
        <Field label="更正原因（买家会看到）" maxLength={100} required {...field('reason')} />
        <p className="m-0 text-small text-ink-2">原运单号的物流轨迹会去掉，改为跟踪新的运单号。</p>
      </form>
    </FormDialog>
  );
}
