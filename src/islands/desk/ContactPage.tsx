import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { setContact } from '#lib/client/stores/desk/contact.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { MerchantContactWire } from '#lib/contract/contact.ts';
import { isPhone, normalizePhone } from '#lib/rules/text/phone.ts';

interface Props {
  initial: MerchantContactWire;
}

const wrongPhone = '请填写手机号，或带区号的座机';

/** The telephone that buyers read, and where their returns go. */
export function ContactPage({ initial }: Props) {
  const [known, setKnown] = useState(initial);
  const { form, field, errors, isBusy } = useForm({
    names: ['phone', 'return_name', 'return_phone', 'return_address'],
    showsRefusal: true,
    guardsChanges: true,
    check: ({ phone, return_phone: back }) => ({
      ...(!isPhone(normalizePhone(phone)) && { phone: wrongPhone }),
      ...(back.trim() !== '' && !isPhone(normalizePhone(back)) && { return_phone: wrongPhone }),
    }),
    send: (values) => setContact({ ...values, version: known.version }),
    onSent(now) {
      setKnown(now);
      showToast('success', '已保存');
    },
  });
  return (
    <section className="panel max-w-screen-sm">
      <div className="panel-title">
        <h1>联系与退货</h1>
      </div>
      <form {...form} className="grid gap-3 px-3 md:px-4 py-3">
        <Field
          label="联系电话"
          hint="店铺页和随货同行单上的电话"
          maxLength={20}
          required
          {...field('phone', known.phone)}
        />
        <Field
          label="退货收件人"
          hint={`不填时用“${known.full_name}”`}
          maxLength={50}
          {...field('return_name', known.return_name)}
        />
        <Field
          label="退货电话"
          hint="不填时用联系电话"
          maxLength={20}
          {...field('return_phone', known.return_phone)}
        />
        <Field
          label="退货地址"
          hint={`写到门牌号；不填时用“${known.address}”`}
          maxLength={200}
          {...field('return_address', known.return_address)}
        />
        <p className="text-small text-ink-2">
          {known.waiting > 0
            ? `有${known.waiting}个售后等买家寄回，改了退货地址会通知他们；已经寄出的仍按原地址。`
            : '买家寄出之前看到的是最新的退货地址；已经寄出的仍按原地址。'}
        </p>
        <FormNotice text={errors.form} />
        <p>
          <Button type="submit" busy={isBusy}>
            保存
          </Button>
        </p>
      </form>
    </section>
  );
}
