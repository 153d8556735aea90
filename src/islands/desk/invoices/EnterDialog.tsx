import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { enterDeskInvoice } from '#lib/client/stores/desk/invoices.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import type { InvoiceDialogProps } from './dialog-props.ts';

/** Number and day of an invoice that was issued at the bureau's own site. Its files follow. */
export function EnterDialog({ id, onClose, onDone }: InvoiceDialogProps) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['number', 'issued_on'],
    showsRefusal: true,
    check: ({ number }) =>
      /^\d{20}$/.test(number.replaceAll(' ', '')) ? {} : { number: '数电票的发票号码为20位数字' },
    send: ({ number, issued_on }) => enterDeskInvoice(id, number.replaceAll(' ', ''), issued_on),
    onSent: (now) => onDone(now, '已登记，企业会收到消息。请接着上传发票文件'),
  });
  return (
    <FormDialog title="手工登记发票" formId={formId} button="登记" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-4">
        <p className="text-small text-ink-2">在电子税务局按本页的抬头和明细开具后，登记发票号码和日期。</p>
        <Field label="发票号码" inputMode="numeric" maxLength={30} autoComplete="off" {...field('number')} />
        <Field label="开具日期" type="date" {...field('issued_on', dayKey(Date.now()))} />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
