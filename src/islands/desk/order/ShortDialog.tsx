import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { shortLines } from '#lib/client/stores/desk/orders.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskOrder, DeskOrderLine } from '#lib/contract/shipping/desk-order.ts';

interface Props {
  no: string;
  line: DeskOrderLine;
  onClose: () => void;
  onDone: (order: DeskOrder) => void;
}

/** Reports missing pieces of a line: they are refunded, and the buyer reads why. */
export function ShortDialog({ no, line, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['pieces', 'reason'],
    leaves: true,
    check: ({ pieces, reason }) => ({
      ...(!isWithin(pieces, line.left) && { pieces: `请填写1到${line.left}之间的数量` }),
      ...(reason.trim().length < 2 && { reason: '请填写缺货原因' }),
    }),
    send: ({ pieces, reason }) =>
      shortLines({ no, reason, lines: [{ line_id: line.id, pieces: Number(pieces), left: line.left }] }),
    onSent(now: DeskOrder) {
      onDone(now);
      onClose();
      showToast('success', '已登记缺货，货款退回买家');
    },
  });
  return (
    <FormDialog
      title={`缺货：${line.name}`}
      onClose={onClose}
      formId={formId}
      button="登记缺货并退款"
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <Field
          label={`缺货数量（${line.unit}）`}
          type="number"
          min={1}
          max={line.left}
          required
          {...field('pieces', String(line.left))}
        />
        <Field label="原因（买家会看到）" maxLength={100} required data-focus="" {...field('reason')} />
      </form>
    </FormDialog>
  );
}

function isWithin(text: string, most: number): boolean {
  const pieces = Number(text);
  return Number.isInteger(pieces) && pieces >= 1 && pieces <= most;
}
