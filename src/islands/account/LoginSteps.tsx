import { useEffect, useRef, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { AgreementBox } from './AgreementBox.tsx';
import type { LoginStep } from './use-login-steps.ts';

interface Props {
  asked: readonly LoginStep[];
  field: (name: LoginStep) => { name: string; defaultValue: string; error: string | undefined };
}

/** The fields that a login requires besides the password; the first takes the focus as it appears. */
export function LoginSteps({ asked, field }: Props) {
  const [isAgreed, setAgreed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place} className="grid gap-4">
      {asked.includes('code') && (
        <Field
          label="验证码"
          size="big"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={20}
          required
          hint="身份验证器上的6位数字；手机不在身边时，填写一个恢复码"
          {...field('code')}
        />
      )}
      {asked.includes('agreement') && (
        <AgreementBox isAgreed={isAgreed} onPick={setAgreed} error={field('agreement').error} />
      )}
    </div>
  );
}
