import { useId, useState } from 'react';
import { Check } from '#islands/ui/Check.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { receiveTransfer } from '#lib/client/stores/desk/transfers.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskTransferWire } from '#lib/contract/transfers/calls.ts';
import { findYuan, showYuan } from '#lib/rules/money/money.ts';
import { dayKey } from '#lib/rules/terms/activity-time.ts';
import { SecondNote } from '../kit/SecondNote.tsx';
import { restOptions } from './rest-options.ts';
import { VoucherLink } from './VoucherLink.tsx';

interface Props {
  row: DeskTransferWire;
  onClose: () => void;
  onDone: (row: DeskTransferWire) => void;
}

const shortOptions = [
  { value: 'wait', text: '等待补足差额' },
  { value: 'refuse', text: '不再等待，退回已到账的款项' },
];

/** Money that is on the account: how much, by which serial number, and what becomes of a wrong amount. */
export function ReceiveDialog({ row, onClose, onDone }: Props) {
  const formId = useId();
  const [isSure, setSure] = useState(false);
  const { form, field, isBusy } = useForm({
    names: ['amount', 'serial', 'received_on', 'rest', 'short', 'confirm'],
    leaves: true,
    check: ({ amount, serial }) => ({
      ...((findYuan(amount.trim()) ?? 0) <= 0 && { amount: '请填写实际到账的金额' }),
      ...(serial.trim().length < 4 && { serial: '请填写银行流水号' }),
    }),
    send: ({ rest, short, confirm: _, ...values }) =>
      receiveTransfer({
        no: row.no,
        state: row.state,
        submitted_at: row.submitted_at,
        ...values,
        rest: rest === 'back' ? 'back' : 'balance',
        short: short === 'refuse' ? 'refuse' : 'wait',
        confirm: isSure ? 1 : 0,
      }),
    onSent(now: DeskTransferWire) {
      onDone(now);
      showToast('success', [`${now.no}：${now.state_text}`, ...now.waits].join('，'));
    },
  });
  const confirm = field('confirm');
  const isOpen = row.lacks !== '0.00';
  return (
    <FormDialog
      width="activity"
      title={`登记到账：${row.company}`}
      formId={formId}
      button="登记到账"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small">
          <span className="num">{row.no}</span> 应付 <b className="num">¥{showYuan(row.amount)}</b>
          {row.received !== '0.00' && (
            <>
              ，已到账 <b className="num">¥{showYuan(row.received)}</b>，还差{' '}
              <b className="num text-price">¥{showYuan(row.lacks)}</b>
            </>
          )}{' '}
          <VoucherLink file={row.file} />
        </p>
        {!isOpen && (
          <p className="m-0 text-small text-price">没有等待付款的订单：登记的款项会全部转入余额或退回。</p>
        )}
        {row.file === null && (
          <p className="m-0 text-small text-price">买家没有上传转账凭证，请按银行流水核对金额和付款人。</p>
        )}
        <Field
          label="实际到账金额（元）"
          inputMode="decimal"
          required
          {...field('amount', isOpen ? row.lacks : '')}
        />
        <Field label="银行流水号" maxLength={40} required data-focus="" {...field('serial')} />
        <Field label="到账日期" type="date" required {...field('received_on', dayKey(Date.now()))} />
        <div className="field text-small">
          <SelectBox label="多余的款项" name="rest" options={restOptions} />
        </div>
        <div className="field text-small">
          <SelectBox label="金额不足时" name="short" options={shortOptions} />
        </div>
        <div className="grid gap-1 text-small">
          <label className="flex items-center gap-2">
            <Check type="checkbox" checked={isSure} onPick={setSure} />
            金额与应付不一致，已核对银行流水
          </label>
          {confirm.error && <span className="text-price">{confirm.error}</span>}
        </div>
        <div>
          <p className="m-0 text-small text-ink-2">多余款项转入余额：</p>
          <SecondNote kind="surplus" />
        </div>
      </form>
    </FormDialog>
  );
}
