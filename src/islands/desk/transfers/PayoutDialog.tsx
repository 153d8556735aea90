import { useId, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { donePayout } from '#lib/client/stores/desk/transfers.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { PayoutWire } from '#lib/contract/transfers/calls.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  row: PayoutWire;
  onClose: () => void;
  onDone: (row: PayoutWire) => void;
}

const ways = [
  { value: 'bank', text: '已由银行转回原账户' },
  { value: 'balance', text: '退到企业余额' },
];

/** A refund was sent by the bank, or becomes balance now. */
export function PayoutDialog({ row, onClose, onDone }: Props) {
  const formId = useId();
  const [way, pick] = useState('bank');
  const isByBank = way === 'bank';
  const { form, field, isBusy } = useForm({
    names: ['way', 'serial'],
    leaves: true,
    check: ({ serial }) => (isByBank && serial.trim().length < 4 ? { serial: '请填写银行流水号' } : {}),
    send: ({ way, serial }) =>
      donePayout({ no: row.no, way: way === 'balance' ? 'balance' : 'bank', serial: serial.trim() }),
    onSent(now: PayoutWire) {
      onDone(now);
      showToast('success', '已登记，买家会收到通知');
    },
  });
  return (
    <FormDialog
      width="activity"
      title={`登记退款¥${showYuan(row.amount)}：${row.company}`}
      formId={formId}
      button="登记已退"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small">{row.reason}</p>
        <div className="field text-small">
          <SelectBox
            label="退回方式"
            name="way"
            options={ways}
            onChange={(event) => pick(event.currentTarget.value)}
          />
        </div>
        {isByBank ? (
          <Field label="银行流水号" maxLength={40} required data-focus="" {...field('serial')} />
        ) : (
          <p className="m-0 text-small text-ink-2">提交后立即记入企业余额，不能撤销。</p>
        )}
      </form>
    </FormDialog>
  );
}
