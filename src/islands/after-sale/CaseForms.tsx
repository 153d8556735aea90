import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { appealAfterSale, sendAfterSale } from '#lib/client/stores/after-sale/after-sale.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { AfterSaleDetail } from '#lib/contract/after-sale/calls.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  id: number;
  onDone: (found: AfterSaleDetail) => void;
}

/** The return shipment. */
export function SendForm({ id, onDone }: Props) {
  const { form, field, isBusy } = useForm({
    names: ['carrier', 'tracking_no'],
    check: ({ carrier, tracking_no: no }) => ({
      ...(carrier.trim().length < 2 && { carrier: '请填写承运方' }),
      ...(!/^[A-Za-z0-9-]{5,40}$/.test(no.trim()) && { tracking_no: '运单号须为5到40位字母、数字或短横' }),
    }),
    send: ({ carrier, tracking_no: no }) =>
      sendAfterSale({ id, carrier: carrier.trim(), tracking_no: no.trim() }),
    onSent(found) {
      onDone(found);
      showToast('success', '已提交寄回单号');
    },
  });
  return (
    <section className="panel" aria-labelledby="send-back">
      <h2 id="send-back" className="panel-title">
        寄回商品
        <a className={buttonClass('plain', 'small', 'ml-auto')} href={path('/order/sh/[id]/label', { id })}>
          打印寄回单
        </a>
      </h2>
      <form {...form} className="grid gap-3 p-3 md:p-4 sm:grid-cols-[1fr_1fr_auto] items-start">
        <Field label="承运方" maxLength={50} required {...field('carrier')} />
        <Field label="运单号" maxLength={40} required {...field('tracking_no')} />
        <div className="sm:mt-7">
          <Button type="submit" busy={isBusy}>
            提交寄回单号
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Why the platform shall look at a refusal. */
export function AppealForm({ id, onDone }: Props) {
  const { form, field, isBusy } = useForm({
    names: ['text'],
    check: ({ text }) => (text.trim().length < 2 ? { text: '请写明理由' } : {}),
    send: ({ text }) => appealAfterSale(id, text.trim()),
    onSent(found) {
      onDone(found);
      showToast('success', '已转平台处理');
    },
  });
  return (
    <section className="panel" aria-labelledby="appeal">
      <h2 id="appeal" className="panel-title">
        不同意商家的决定
      </h2>
      <form {...form} className="grid gap-3 p-3 md:p-4">
        <TextArea label="理由（平台和商家会看到）" maxLength={500} required {...field('text')} />
        <div>
          <Button type="submit" kind="plain" busy={isBusy}>
            申请平台介入
          </Button>
        </div>
      </form>
    </section>
  );
}
