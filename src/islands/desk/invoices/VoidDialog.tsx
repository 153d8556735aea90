import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { voidDeskInvoice } from '#lib/client/stores/desk/invoices.ts';
import type { InvoiceDialogProps } from './dialog-props.ts';

/** Takes back an invoice that was not issued; the company reads why. */
export function VoidDialog({ id, onClose, onDone }: InvoiceDialogProps) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'],
    showsRefusal: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写原因，企业会看到' } : {}),
    send: ({ reason }) => voidDeskInvoice(id, reason),
    onSent: (now) => onDone(now, '已作废，企业会收到消息'),
  });
  return (
    <FormDialog title="作废" formId={formId} button="作废" kind="danger" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-4">
        <p className="text-small text-ink-2">没有开出的发票才能作废，金额回到可开票。已开出的请冲红。</p>
        <TextArea label="原因（企业会看到）" maxLength={200} rows={3} {...field('reason')} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
