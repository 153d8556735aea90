import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { redDeskInvoice } from '#lib/client/stores/desk/invoices.ts';
import { redReasonKeys, redReasons } from '#lib/rules/invoices/red-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { isOneOf } from '#lib/rules/terms/keys.ts';
import type { InvoiceDialogProps } from './dialog-props.ts';

/** Takes back all that is left of an invoice; what was refunded is taken back by itself. */
export function RedDialog({ id, amount, onClose, onDone }: InvoiceDialogProps & { amount: string }) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['reason'],
    showsRefusal: true,
    send: ({ reason }) => redDeskInvoice(id, isOneOf(redReasonKeys, reason) ? reason : '01'),
    onSent: (now) => onDone(now, '已发起红字确认单，进度在本页下面'),
  });
  return (
    <FormDialog
      title="冲红"
      formId={formId}
      button="发起冲红"
      kind="danger"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-4">
        <p className="num">
          发票价税合计<b className="ml-1">¥{showYuan(amount)}</b>
          ，剩余金额全部冲红。退款的部分由系统自动冲红，不用在这里发起。
        </p>
        <div className="grid gap-1">
          <SelectBox
            label="原因"
            name={field('reason').name}
            defaultValue="01"
            options={redReasonKeys.map((key) => ({ value: key, text: redReasons[key] }))}
          />
        </div>
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
