import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { setOwnPrice } from '#lib/client/stores/desk/prices.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { OwnPriceSet } from '#lib/contract/companies/prices-schema.ts';
import { SecondNote } from '../kit/SecondNote.tsx';

interface Props {
  onClose: () => void;
  onDone: () => void;
}

/** A new price of one's own goods for one company. */
export function OwnPriceDialog({ onClose, onDone }: Props) {
  const formId = useId();
  const { form, field, isBusy } = useForm({
    names: ['company_id', 'goods_id', 'price'],
    leaves: true,
    check: ({ company_id, goods_id, price }) => ({
      ...(!/^\d{1,9}$/.test(company_id.trim()) && { company_id: '请填写企业编号' }),
      ...(!/^\d{1,9}$/.test(goods_id.trim()) && { goods_id: '请填写商品编号' }),
      ...(!/^\d{1,9}(\.\d{1,2})?$/.test(price.trim()) && { price: '请填写金额，最多两位小数' }),
    }),
    send: ({ company_id, goods_id, price }) =>
      setOwnPrice({
        company_id: company_id.trim(),
        goods_id: goods_id.trim(),
        price: price.trim(),
      }),
    onSent({ waits, said }: OwnPriceSet) {
      onDone();
      showToast(waits === 1 ? 'warning' : 'success', said);
    },
  });
  return (
    <FormDialog title="设置协议价" formId={formId} button="保存" isBusy={isBusy} onClose={onClose}>
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">保存后立即生效。</p>
        <SecondNote kind="low_price" side="merchant" />
        <Field
          label="企业编号"
          inputMode="numeric"
          maxLength={9}
          required
          data-focus=""
          {...field('company_id')}
        />
        <Field label="商品编号" inputMode="numeric" maxLength={9} required {...field('goods_id')} />
        <Field label="协议价（元）" inputMode="decimal" maxLength={12} required {...field('price')} />
      </form>
    </FormDialog>
  );
}
