import { useId, useRef } from 'react';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { newKey } from '#lib/client/key.ts';
import { askInvoices } from '#lib/client/stores/invoices.ts';
import type { TitleWire } from '#lib/contract/invoice-titles.ts';
import type { AskedInvoices } from '#lib/contract/invoices.ts';
import { path } from '#lib/contract/routes.ts';
import { invoiceKinds } from '#lib/rules/invoices/titles.ts';
import { showYuan } from '#lib/rules/money/money.ts';

/** The orders to invoice: named ones, or those of a month, of one merchant or of all. */
export interface Wish {
  nos: readonly string[];
  month: string;
  merchant?: number | undefined;
  orders: number;
  amount: string;
}

interface Props {
  wish: Wish;
  titles: readonly TitleWire[];
  onClose: () => void;
  onDone: (done: AskedInvoices) => void;
}

/** Asks for the title and whether each order gets an invoice of its own; then the invoices are on their way. */
export function AskDialog({ wish, titles, onClose, onDone }: Props) {
  const formId = useId();
  // One asking: sent again after a lost answer it is the same.
  const key = useRef(newKey());
  const first = titles.find(({ is_default: isDefault }) => isDefault === 1) ?? titles[0];
  const { form, field, errors, isBusy } = useForm({
    names: ['title_id', 'is_apart'],
    showsRefusal: true,
    check: ({ title_id }) => (title_id === '' ? { title_id: '请选择发票抬头' } : {}),
    send: ({ title_id, is_apart }) =>
      askInvoices(
        {
          order_no: [...wish.nos],
          month: wish.month,
          ...(wish.merchant !== undefined && { merchant: wish.merchant }),
          title_id: Number(title_id),
          is_apart: is_apart === '1' ? 1 : 0,
        },
        key.current,
      ),
    onSent: onDone,
  });
  return (
    <FormDialog
      title="申请开票"
      formId={formId}
      button="申请开票"
      isBusy={isBusy}
      width="activity"
      onClose={onClose}
    >
      <form id={formId} {...form} className="grid gap-4">
        <p className="num">
          {wish.month !== '' && `${wish.month} `}
          {wish.orders}个订单，价税合计约<b className="ml-1">¥{showYuan(wish.amount)}</b>
        </p>
        <fieldset className="grid gap-2 m-0 p-0 border-0">
          <legend className="mb-1 text-ink-2">发票抬头</legend>
          {titles.map((title) => (
            <label
              key={title.id}
              className="flex items-start gap-2 p-3 border border-solid border-line rounded cursor-pointer has-checked:border-primary"
            >
              <input
                type="radio"
                name="title_id"
                value={title.id}
                defaultChecked={title.id === first?.id}
                className="mt-1"
              />
              <span className="min-w-0">
                <b className="font-600 break-words">{title.name}</b>
                <span className="block text-small text-ink-2 num break-all">
                  {invoiceKinds[title.kind]} · {title.tax_no}
                </span>
              </span>
            </label>
          ))}
          {errors.title_id !== undefined && (
            <p role="alert" className="text-small text-price-ink">
              {errors.title_id}
            </p>
          )}
          <a
            className="link text-small justify-self-start"
            href={path('/zzfw/dzfp', undefined, { tab: 'titles' })}
          >
            管理抬头
          </a>
        </fieldset>
        {wish.orders > 1 && (
          <label className="flex items-center gap-2">
            <input type="checkbox" name={field('is_apart').name} value="1" />
            每个订单单独一张（不勾选则同一商家合并开具）
          </label>
        )}
        <p className="text-small text-ink-2">
          按实际支付金额开具，优惠已扣除，退款的部分不开；返现以后到账，不在发票里。抬头开错要冲红后重开，请先核对。
        </p>
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
