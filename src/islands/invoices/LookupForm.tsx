import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { lookUpInvoice } from '#lib/client/stores/invoices.ts';
import type { InvoiceLookup } from '#lib/contract/invoices.ts';

/** 发票查询: order number and the end of the tax number tell state and number, and nothing else. */
export function LookupForm() {
  const [found, setFound] = useState<InvoiceLookup | null>(null);
  const { form, field, errors, isBusy } = useForm({
    names: ['no', 'tail'],
    showsRefusal: true,
    check: ({ no, tail }) => ({
      ...(no.trim().length < 10 && {
        no: `${no.trim() === '' ? '请填写订单号' : '订单号不完整'}，在订单、随货同行单或包裹上`,
      }),
      ...(!/^[0-9A-Za-z]{4,6}$/.test(tail.trim()) && { tail: '请填写税号的最后4至6位' }),
    }),
    send({ no, tail }) {
      setFound(null);
      return lookUpInvoice(no.trim(), tail.trim());
    },
    onSent: setFound,
  });
  return (
    <>
      <form {...form} className="grid gap-4 max-w-420px px-4 py-4 md:px-5">
        <Field
          label="订单号"
          maxLength={40}
          autoComplete="off"
          placeholder="D开头的订单号"
          {...field('no')}
        />
        <Field
          label="税号后4至6位"
          maxLength={6}
          autoComplete="off"
          hint="发票抬头的纳税人识别号"
          {...field('tail')}
        />
        <FormNotice text={errors.form} />
        <p>
          <Button type="submit" busy={isBusy}>
            查询
          </Button>
        </p>
      </form>
      <div aria-live="polite">
        {found !== null && (
          <ul className="mx-4 md:mx-5 mb-4 border border-solid border-line rounded">
            {found.list.map((one) => (
              <li
                key={`${one.number}-${one.state_text}`}
                className="flex flex-wrap gap-x-4 px-3 py-2.5 border-b border-b-solid border-line last:border-b-0"
              >
                <b className="font-600">{one.state_text}</b>
                {one.number !== '' && <span className="num break-all">发票号码 {one.number}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
