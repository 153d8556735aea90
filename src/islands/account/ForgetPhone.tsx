import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { provePhone, sendCode } from '#lib/client/stores/shell/passwords.ts';
import { path } from '#lib/contract/routes.ts';
import { isCode } from '#lib/rules/companies/phone-code.ts';
import { isMobile, normalizePhone } from '#lib/rules/text/phone.ts';
import { CodeField } from './CodeField.tsx';

const names = ['phone', 'code'] as const;

/** The first step of a forgotten password: the phone, and the code that was sent to it. */
export function ForgetPhone() {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  const { form, field, errors, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ phone, code }) => ({
      ...(!isMobile(normalizePhone(phone)) && { phone: '请填写11位手机号' }),
      ...(!isCode(code.trim()) && { code: '请填写短信里的6位数字' }),
    }),
    async send({ phone, code }) {
      await provePhone(phone, code.trim());
      location.replace(path('/forget/step2'));
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field
        label="注册时的手机号"
        size="big"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        maxLength={20}
        required
        {...field('phone')}
      />
      <CodeField
        purpose="forget"
        {...field('code')}
        phone={() => form.ref.current?.querySelector<HTMLInputElement>('[name="phone"]')}
        send={(phone) => sendCode('forget', phone)}
      />
      <FormNotice text={errors.form} />
      <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full mt-1">
        {isBusy ? '验证中…' : '下一步'}
      </Button>
    </form>
  );
}
