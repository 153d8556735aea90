import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { settleDifference } from '#lib/client/stores/desk/bills.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DifferenceWire } from '#lib/contract/bills.ts';

interface Props {
  row: DifferenceWire;
  onClose: () => void;
  onDone: (row: DifferenceWire) => void;
}

/** Records how a difference was resolved. */
export function SettleDialog({ row, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['note'],
    leaves: true,
    send: ({ note }) => settleDifference({ id: row.id, note: note.trim() }),
    onSent(now: DifferenceWire) {
      onDone(now);
      showToast('success', '已登记处理结果');
    },
  });
  return (
    <FormDialog
      width="activity"
      title={`处理差异：${row.source}${row.kind} ${row.day}`}
      formId={formId}
      button="登记已处理"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small">
          {row.problem}：{row.todo}。这里只登记结果，不会收款或退款。
        </p>
        <Field label="处理结果" maxLength={200} {...field('note')} />
      </form>
    </FormDialog>
  );
}
