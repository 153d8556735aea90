import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { changePhone, proveOwnPhone, sendOwnCode } from '#lib/client/stores/shell/change-phone.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { isCode } from '#lib/rules/companies/phone-code.ts';
import { isMobile, maskPhone, normalizePhone } from '#lib/rules/text/phone.ts';
import { CodeField } from './CodeField.tsx';

/** 手机号: the one that one logs in with, and changing it by a code to the old and one to the new. */
export function ChangePhone({ phone: initial }: { phone: string }) {
  const [phone, setPhone] = useState(initial);
  const [isOpen, setOpen] = useState(false);
  const [proof, setProof] = useState('');

  function close() {
    setOpen(false);
    setProof('');
  }

  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-3">
        <span className="num">{phone || '未绑定'}</span>
        {phone !== '' && (
          <Button
            kind="plain"
            size="small"
            aria-expanded={isOpen}
            onClick={() => (isOpen ? close() : setOpen(true))}
          >
            {isOpen ? '取消' : '更换手机号'}
          </Button>
        )}
      </p>
      {isOpen && proof === '' && <OldPhone phone={phone} onProved={setProof} />}
      {isOpen && proof !== '' && (
        <NewPhone
          proof={proof}
          onChanged={(changed) => {
            setPhone(changed);
            close();
            showToast('success', '手机号已更换，下次用新手机号登录');
          }}
        />
      )}
    </div>
  );
}

function OldPhone({ phone, onProved }: { phone: string; onProved: (proof: string) => void }) {
  const { form, field, errors, isBusy } = useForm({
    names: ['code'],
    showsRefusal: true,
    check: ({ code }) => (isCode(code.trim()) ? {} : { code: '请填写短信里的6位数字' }),
    send: ({ code }) => proveOwnPhone(code.trim()),
    onSent: onProved,
  });
  return (
    <form {...form} className="grid gap-3 max-w-480px">
      <p className="text-small text-ink-2">
        先验证现在的手机号 {maskPhone(phone)}。已经收不到短信的，请联系客服核实身份后更换。
      </p>
      <CodeField purpose="phone_old" {...field('code')} send={() => sendOwnCode()} />
      <FormNotice text={errors.form} />
      <p>
        <Button type="submit" busy={isBusy}>
          下一步
        </Button>
      </p>
    </form>
  );
}

function NewPhone({ proof, onChanged }: { proof: string; onChanged: (phone: string) => void }) {
  const { form, field, errors, isBusy } = useForm({
    names: ['phone', 'code'],
    showsRefusal: true,
    check: ({ phone, code }) => ({
      ...(!isMobile(normalizePhone(phone)) && { phone: '请填写11位手机号' }),
      ...(!isCode(code.trim()) && { code: '请填写短信里的6位数字' }),
    }),
    async send({ phone, code }) {
      const to = normalizePhone(phone);
      await changePhone(proof, to, code.trim());
      return to;
    },
    onSent: onChanged,
  });
  return (
    <form {...form} className="grid gap-3 max-w-480px">
      <Field
        label="新手机号"
        size="big"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        maxLength={20}
        required
        {...field('phone')}
      />
      <CodeField
        purpose="phone_new"
        {...field('code')}
        phone={() => form.ref.current?.querySelector<HTMLInputElement>('[name="phone"]')}
        send={(phone) => sendOwnCode(normalizePhone(phone))}
      />
      <FormNotice text={errors.form} />
      <p>
        <Button type="submit" busy={isBusy}>
          更换
        </Button>
      </p>
    </form>
  );
}
