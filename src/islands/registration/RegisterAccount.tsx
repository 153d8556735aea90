import { type SyntheticEvent, useEffect, useState } from 'react';
import { AgreementBox } from '#islands/account/AgreementBox.tsx';
import { CodeField } from '#islands/account/CodeField.tsx';
import { NewPasswordField } from '#islands/account/NewPasswordField.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Check } from '#islands/ui/Check.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { markStale } from '#lib/client/stale.ts';
import { findFirstStep, forgetFirstStep, saveFirstStep } from '#lib/client/stores/registration/first-step.ts';
import { openAccount } from '#lib/client/stores/registration/registration.ts';
import { sendCode } from '#lib/client/stores/shell/passwords.ts';
import { AppError } from '#lib/contract/errors.ts';
import type { WechatTrouble } from '#lib/contract/registration/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { buyerPassword } from '#lib/rules/companies/password.ts';
import { maxPersonName } from '#lib/rules/companies/person-name.ts';
import { isCode } from '#lib/rules/companies/phone-code.ts';
import {
  agreementRefusals,
  agreementVersion,
  type RegistrationForm,
} from '#lib/rules/companies/registration.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';
import { isMobile, normalizePhone } from '#lib/rules/text/phone.ts';
import { ScannedWechat } from './ScannedWechat.tsx';

const names = ['name', 'phone', 'code', 'password', 'agreement'] as const;

const kinds: { value: RegistrationForm; text: string; note: string }[] = [
  { value: 'head', text: '总店', note: '总部或有多家门店，一次登记门店清单' },
  { value: 'single', text: '单店', note: '只有这一家店，或门店单独注册' },
];

interface Props {
  asksKind: boolean;
  /** The WeChat account to bind; no nickname: its scan is too old. */
  wechat: { nickname: string | null } | null;
}

/**
 * The first step: name, phone, code, password, agreement. Where head offices register, whether it is one. Name, phone
 * and form survive a reload and a closed page; an expired code loses nothing. A WeChat account that cannot be bound is
 * reported before anything is sent: no account is created without it by surprise.
 */
export function RegisterAccount({ asksKind, wechat }: Props) {
  const [isAlive, setAlive] = useState(false);
  const [kind, setKind] = useState<RegistrationForm>(asksKind ? 'head' : 'single');
  const [isAgreed, setAgreed] = useState(false);
  const [isTaken, setTaken] = useState(false);
  const [bindsWechat, setBinds] = useState(wechat !== null);
  const [trouble, setTrouble] = useState<WechatTrouble['wechat'] | null>(
    wechat?.nickname === null ? 'over' : null,
  );
  useEffect(() => {
    setAlive(true);
    const saved = findFirstStep(Date.now());
    const [own, phone] = [boxOf('name'), boxOf('phone')];
    // Input made before hydration is newer.
    if (saved === null || own === null || phone === null || own.value !== '' || phone.value !== '') return;
    own.value = saved.name;
    phone.value = saved.phone;
    if (asksKind) setKind(saved.form);
  }, [asksKind]);
  const { form, field, errors, isBusy } = useForm({
    names,
    leaves: true,
    showsRefusal: true,
    check: ({ name, phone, code, password }) => ({
      ...(name.trim().length < 2 && { name: '请填写联系人姓名' }),
      ...(!isMobile(normalizePhone(phone)) && { phone: '请填写11位手机号' }),
      ...(!isCode(code.trim()) && { code: '请填写短信里的6位数字' }),
      ...(password.length < buyerPassword.min && { password: `密码至少${buyerPassword.min}个字` }),
      ...(!isAgreed && { agreement: agreementRefusals.unread }),
      ...(bindsWechat && trouble !== null && { form: '请先选择重新扫码，或不绑定微信' }),
    }),
    async send({ name, phone, code, password }) {
      setTaken(false);
      try {
        const input = {
          name: name.trim(),
          phone,
          code: code.trim(),
          password,
          form: kind,
          wechat: bindsWechat ? 1 : 0,
          agreement: agreementVersion,
        } as const;
        const next = await openAccount(input);
        forgetFirstStep();
        markStale();
        location.replace(next);
      } catch (error) {
        const data = error instanceof AppError ? error.data : null;
        setTaken(fieldOf(data, 'is_taken') === 1);
        const refused = fieldOf(data, 'wechat');
        if (refused === 'over' || refused === 'taken') setTrouble(refused);
        throw error;
      }
    },
  });
  function boxOf(name: 'name' | 'phone'): HTMLInputElement | null {
    return form.ref.current?.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? null;
  }

  function save(chosen: RegistrationForm) {
    const [name, phone] = [boxOf('name')?.value ?? '', boxOf('phone')?.value ?? ''];
    saveFirstStep({ name, phone, form: chosen }, Date.now());
  }

  function onInput(event: SyntheticEvent<HTMLFormElement>) {
    form.onInput(event);
    save(kind);
  }

  function pick(chosen: RegistrationForm) {
    setKind(chosen);
    save(chosen);
  }

  function leaveOut() {
    setBinds(false);
    setTrouble(null);
  }

  return (
    <form {...form} onInput={onInput} className="grid gap-4">
      {wechat !== null && bindsWechat && (
        <ScannedWechat nickname={wechat.nickname} trouble={trouble} onLeaveOut={leaveOut} />
      )}
      {asksKind && (
        <FieldGroup legend="注册哪一种" required>
          <div className="grid sm:grid-cols-2 gap-2">
            {kinds.map(({ value, text, note }) => (
              <label
                key={value}
                className="flex items-start gap-2 p-3 rounded border border-solid border-line cursor-pointer has-[:checked]:(border-primary bg-primary-wash)"
              >
                <Check
                  type="radio"
                  name="kind"
                  value={value}
                  className="mt-1"
                  checked={kind === value}
                  onPick={(isOn) => isOn && pick(value)}
                />
                <span>
                  <b className="font-600">{text}</b>
                  <span className="block text-note text-ink-2">{note}</span>
                </span>
              </label>
            ))}
          </div>
        </FieldGroup>
      )}
      <Field
        label="联系人姓名"
        size="big"
        autoComplete="name"
        maxLength={maxPersonName}
        required
        hint="同事和平台用它称呼您"
        {...field('name')}
      />
      <Field
        label="手机号"
        size="big"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        maxLength={20}
        required
        hint="以后用它登录和接收通知"
        {...field('phone')}
      />
      <CodeField
        purpose="register"
        {...field('code')}
        phone={() => boxOf('phone')}
        send={(phone) => sendCode('register', phone)}
      />
      <NewPasswordField label="密码" own={[]} {...field('password')} />
      <AgreementBox
        isAgreed={isAgreed}
        onPick={setAgreed}
        error={errors.agreement}
        also="，并有权代表企业注册"
      />
      <FormNotice text={errors.form} />
      {isTaken && (
        <p className="flex gap-4 text-small">
          <a className="link underline" href={path('/login')}>
            去登录
          </a>
          <a className="link underline" href={path('/forget/step1')}>
            忘记密码
          </a>
        </p>
      )}
      <Button type="submit" size="big" busy={isBusy} disabled={!isAlive} className="w-full mt-1">
        {isBusy ? '提交中…' : '同意并注册'}
      </Button>
    </form>
  );
}
