import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import type { DeskLot } from '#lib/contract/lots/schema.ts';
import { tellDone } from './tell-done.ts';

interface Props {
  title: string;
  /** What the act does. */
  note: string;
  button: string;
  /** What is said once it is done. */
  done: string;
  act: (reason: string) => Promise<DeskLot>;
  onClose: () => void;
  onDone: (lot: DeskLot) => void;
}

/** An act on a lot that needs a reason and nothing else. */
export function ReasonDialog({ title, note, button, done, act, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'],
    showsRefusal: true,
    leaves: true,
    check: ({ reason }) => ({ ...(reason.trim().length < 2 && { reason: '请填写原因' }) }),
    send: ({ reason }) => act(reason.trim()),
    onSent(now) {
      onDone(now);
      onClose();
      tellDone(done, now);
    },
  });
  return (
    <FormDialog title={title} onClose={onClose} formId={formId} button={button} isBusy={isBusy}>
      <form id={formId} {...form} className="grid gap-3">
        <p>{note}</p>
        <TextArea label="原因" maxLength={200} required data-focus="" {...field('reason')} />
        {errors.form !== undefined && (
          <p role="alert" className="text-price text-small">
            {errors.form}
          </p>
        )}
      </form>
    </FormDialog>
  );
}
