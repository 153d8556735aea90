import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { putAwayJob } from '#lib/client/stores/desk/jobs.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskJobWire } from '#lib/contract/jobs.ts';

interface Props {
  row: DeskJobWire;
  onClose: () => void;
  onDone: (row: DeskJobWire) => void;
}

/** Acknowledges a failed row, with a reason: it raises no alarm any more. */
export function PutAwayDialog({ row, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['word'],
    leaves: true,
    check: ({ word }) => (word.trim().length < 2 ? { word: '请填写说明' } : {}),
    send: ({ word }) => putAwayJob({ job: row.job, row: row.row, tries: row.tries, word: word.trim() }),
    onSent(now: DeskJobWire) {
      onDone(now);
      showToast('success', '已搁置，换一种原因失败时会再提醒');
    },
  });
  return (
    <FormDialog
      title={`搁置：${row.job_text}`}
      formId={formId}
      button="搁置"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small break-all">
          {row.row}：{row.error_text}。系统仍会每小时重试，但不再提醒。
        </p>
        <TextArea label="说明" maxLength={200} counts required {...field('word')} />
      </form>
    </FormDialog>
  );
}
