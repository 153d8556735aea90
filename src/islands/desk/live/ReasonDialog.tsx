import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';

interface Props<Sent> {
  title: string;
  button: string;
  label: string;
  note: string;
  send: (reason: string) => Promise<Sent>;
  onSent: (sent: Sent) => void;
  onClose: () => void;
}

/** Asks for the reason of an act. */
export function ReasonDialog<Sent>({ title, button, label, note, send, onSent, onClose }: Props<Sent>) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'],
    leaves: true,
    showsRefusal: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写原因，至少两个字' } : {}),
    send: ({ reason }) => send(reason.trim()),
    onSent,
  });
  return (
    <FormDialog title={title} formId={formId} button={button} isBusy={isBusy} onClose={onClose}>
      <form {...form} id={formId} className="grid gap-3">
        <p className="m-0 text-small">{note}</p>
        <TextArea label={label} maxLength={200} rows={3} required data-focus="" {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
