import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { passReroute } from '#lib/client/stores/desk/refunds.ts';
import type { DeskRefundWire } from '#lib/contract/refunds.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  row: DeskRefundWire;
  onClose: () => void;
  onDone: (row: DeskRefundWire) => void;
}

/** Another person pays a refund by the other way. */
export function PassDialog({ row, onClose, onDone }: Props) {
  const formId = useId();
  const request = row.reroute;
  const isByBank = request?.way === 'bank';
  const { form, field, isBusy } = useForm({
    names: ['serial'],
    leaves: true,
    send: ({ serial }) => passReroute({ no: row.no, id: request?.id ?? 0, serial: serial.trim() }),
    onSent: onDone,
  });
  return (
    <FormDialog
      width="activity"
      title={`复核改付¥${showYuan(row.amount)}：${row.company}`}
      formId={formId}
      button={isByBank ? '登记已转账' : '退到余额'}
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small">
          {request?.asked_by}提出{request?.way_text}：{request?.reason}
        </p>
        <p className="m-0 text-small text-ink-2">
          {isByBank
            ? '系统已停止原路退款。转账后填写回单上的流水号，系统会再向渠道确认一次没有退过。'
            : '系统会再向渠道确认一次没有退过，然后立即记入企业余额，不能撤销。'}
        </p>
        {isByBank && <Field label="银行流水号" maxLength={40} required {...field('serial')} />}
      </form>
    </FormDialog>
  );
}
