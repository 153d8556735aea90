import { useId } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { freezeCompany } from '#lib/client/stores/desk/companies.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { CompanyFile } from '#lib/contract/companies/file-schema.ts';
import { showYuan } from '#lib/rules/money/money.ts';

interface Props {
  file: CompanyFile;
  onClose: () => void;
  onDone: (file: CompanyFile) => void;
}

/** Freezing a company: its open orders, and the reason shown to it. */
export function FreezeDialog({ file, onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['reason'],
    leaves: true,
    check: ({ reason }) => (reason.trim().length < 2 ? { reason: '请填写冻结原因' } : {}),
    send: ({ reason }) => freezeCompany(file.id, reason.trim()),
    onSent(now: CompanyFile) {
      onDone(now);
      onClose();
      showToast('success', `已冻结${file.name}`);
    },
  });
  return (
    <FormDialog
      title={`冻结${file.name}`}
      onClose={onClose}
      width="wide"
      formId={formId}
      button="冻结"
      isBusy={isBusy}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="text-small text-ink-2">
          冻结后所有设备退出登录，{file.people.length}人只能查看订单和消息，不能采购、付款和收货。
        </p>
        {file.open_orders.length === 0 ? (
          <p className="text-small">没有未完成的订单。</p>
        ) : (
          <section>
            <h3 className="mb-1 text-small">未完成的订单（{file.open_orders.length}）</h3>
            <ul className="grid gap-1 m-0 p-0 list-none max-h-160px overflow-auto text-small">
              {file.open_orders.map((order) => (
                <li key={order.no} className="flex flex-wrap gap-x-3 num">
                  <span>{order.no}</span>
                  <span>{order.merchant}</span>
                  <span>{order.status_text}</span>
                  <span className="ml-auto">¥{showYuan(order.amount)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <TextArea label="冻结原因（企业会看到）" maxLength={200} counts required {...field('reason')} />
      </form>
    </FormDialog>
  );
}
