import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { addCodes } from '#lib/client/stores/desk/orders.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskOrder } from '#lib/contract/shipping/desk-order.ts';
import { findTraceFault, readTraceCodes } from '#lib/rules/orders/trace-codes.ts';

export type SentLot = DeskOrder['sent'][number]['lots'][number];

interface Props {
  no: string;
  lot: SentLot;
  onClose: () => void;
  onDone: (order: DeskOrder) => void;
}

/** The codes that a parcel's lot went out without. */
export function AddCodesDialog({ no, lot, onClose, onDone }: Props) {
  const formId = useId();
  const lacking = lot.codes_missing;
  const { form, field, isBusy } = useForm({
    names: ['codes'],
    leaves: true,
    check({ codes }) {
      const read = readTraceCodes(codes);
      // Fewer may be cases, whose boxes the server counts.
      const most = Math.min(read.codes.length, lacking);
      const fault = codes.trim() === '' ? '请扫码或粘贴追溯码' : findTraceFault(read, most);
      return fault === null ? {} : { codes: fault };
    },
    send: ({ codes }) => addCodes({ no, lot_id: lot.id, codes }),
    onSent(now: DeskOrder) {
      onDone(now);
      onClose();
      showToast('success', '已补登追溯码，买家会收到消息');
    },
  });
  return (
    <FormDialog
      title={`补登追溯码：${lot.name}`}
      onClose={onClose}
      formId={formId}
      button="补登"
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <TextArea
          label={`批号${lot.lot_no}缺的${lacking}个追溯码`}
          maxLength={220_000}
          rows={6}
          required
          {...field('codes')}
        />
      </form>
    </FormDialog>
  );
}
