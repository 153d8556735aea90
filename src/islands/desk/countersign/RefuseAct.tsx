import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { refuseAct } from '#lib/client/stores/desk/countersign.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { ActWire } from '#lib/contract/countersign.ts';

interface Props {
  row: ActWire;
  onClose: () => void;
  onDone: (row: ActWire) => void;
}

/** An act is not carried out; who asked reads why. */
export function RefuseAct({ row, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['word'],
    leaves: true,
    check: ({ word }) => (word.trim().length < 2 ? { word: '请填写驳回原因' } : {}),
    send: ({ word }) => refuseAct(row.id, word.trim()),
    onSent(now: ActWire) {
      onDone(now);
      showToast('success', `${now.company}：${now.state_text}`);
    },
  });
  return (
    <FormDialog
      title={`驳回${row.kind_text}：${row.company}`}
      formId={formId}
      button="驳回"
      kind="danger"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small">
          {row.asked_by}提出{row.amount !== '' && <b className="num"> {row.amount}元</b>}：{row.reason}
        </p>
        <TextArea label="驳回原因" maxLength={200} counts required {...field('word')} />
      </form>
    </FormDialog>
  );
}
