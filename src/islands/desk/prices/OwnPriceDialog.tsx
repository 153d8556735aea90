import { useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { setOwnPrice } from '#lib/client/stores/desk/prices.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { MerchantPrice, OwnPriceSet } from '#lib/contract/companies/prices-schema.ts';

interface Props {
  /** The one that is changed; null for a new one. */
  row: MerchantPrice | null;
  onClose: () => void;
  onDone: () => void;
}

/** A price of one's own goods for one company. */
export function OwnPriceDialog({ row, onClose, onDone }: Props) {
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
        was: row?.price ?? '',
      }),
    onSent({ waits, said }: OwnPriceSet) {
      onDone();
      showToast(waits === 1 ? 'warning' : 'success', said);
    },
  });
  return (
    <FormDialog
      title={row === null ? '设置协议价' : `修改协议价：${row.name}`}
      formId={formId}
      button="保存"
      isBusy={isBusy}
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-3">
        <p className="m-0 text-small text-ink-2">保存后立即生效；低于底价的须平台复核通过。</p>
        <Field
          label="企业编号"
          inputMode="numeric"
          maxLength={9}
          required
          readOnly={row !== null}
          {...field('company_id', row === null ? '' : String(row.company_id))}
        />
        <Field
          label="商品编号"
          inputMode="numeric"
          maxLength={9}
          required
          readOnly={row !== null}
          {...field('goods_id', row === null ? '' : String(row.goods_id))}
        />
        <Field
          label="协议价（元）"
          inputMode="decimal"
          maxLength={12}
          required
          data-focus=""
          {...field('price', row?.price ?? '')}
        />
      </form>
    </FormDialog>
  );
}
