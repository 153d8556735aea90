import { useEffect, useState } from 'react';
import { AgreementBox } from '#islands/account/AgreementBox.tsx';
import { CodeField } from '#islands/account/CodeField.tsx';
import { NewPasswordField } from '#islands/account/NewPasswordField.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { markStale } from '#lib/client/stale.ts';
import { acceptInvite, sendInviteCode } from '#lib/client/stores/members.ts';
import { path } from '#lib/contract/routes.ts';
import { buyerPassword } from '#lib/rules/companies/password.ts';
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { isCode } from '#lib/rules/companies/phone-code.ts';
import { agreementRefusals, agreementVersion } from '#lib/rules/companies/registration.ts';
import { isMobile, normalizePhone } from '#lib/rules/text/phone.ts';

interface Props {
  token: string;
  company: string;
}

const names = ['name', 'phone', 'code', 'password', 'again', 'agreement'] as const;

/** Joining a company by a link: name, phone with its code, password. */
export function JoinForm({ token, company }: Props) {
  const [isAlive, setAlive] = useState(false);
  const [isAgreed, setAgreed] = useState(false);
  useEffect(() => setAlive(true), []);
  const { form, field, errors, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ name, phone, code, password, again }) => ({
      ...(name.trim().length < 2 && { name: '请填写您的姓名' }),
      ...(!isMobile(normalizePhone(phone)) && { phone: '请填写11位手机号' }),
      ...(!isCode(code.trim()) && { code: '请填写短信里的6位数字' }),
      ...(password.length < buyerPassword.min && { password: `密码至少${buyerPassword.min}个字` }),
      ...(password !== again && { again: '两次填写的密码不一样' }),
      ...(!isAgreed && { agreement: agreementRefusals.unread }),
    }),
    async send({ name, phone, code, password }) {
      await acceptInvite({
        token,
        name: name.trim(),
        phone,
        code: code.trim(),
        password,
        agreement: agreementVersion,
      });
      markStale();
      location.replace(path('/user'));
    },
  });
  return (
    <form {...form} className="grid gap-4">
      <Field
        label="您的姓名"
        size="big"
        autoComplete="name"
        maxLength={maxPersonName}
        required
        {...field('name')}
      />
      <Field
        label="手机号（以后用它登录）"
        size="big"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        maxLength={20}
        required
        {...field('phone')}
      />
      <CodeField
        purpose="invite"
        {...field('code')}
        phone={() => form.ref.current?.querySelector<HTMLInputElement>('[name="phone"]')}
        send={(phone) => sendInviteCode(token, phone)}
      />
      <NewPasswordField label="登录密码" own={[company]} {...field('password')} />
      <Field
        label="再写一次密码"
        size="big"
        type="password"
        autoComplete="new-password"
        maxLength={buyerPassword.max}
        required
        {...field('again')}
      />
      <AgreementBox isAgreed={isAgreed} onPick={setAgreed} error={errors.agreement} />
      <FormNotice text={errors.form} />
      <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full mt-1">
        {isBusy ? '提交中…' : '加入企业'}
      </Button>
    </form>
  );
}
