import { useEffect, useRef, useState } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { buyerPassword, leastStrength, type Strength, strengthText } from '#lib/rules/companies/password.ts';

interface Props {
  label?: string;
  name: string;
  defaultValue: string;
  error: string | undefined;
  /** Words that are no secret, e.g. the account's name. */
  own: readonly string[];
}

/** The box of a new password, with how strong it is while it is typed. */
export function NewPasswordField({ label = '新密码', own, ...field }: Props) {
  const [strength, setStrength] = useState<Strength | null>(null);
  const asked = useRef(0);
  // The lists are read while the first letters are typed.
  useEffect(() => void import('./password-strength.ts').catch(() => undefined), []);

  async function look(password: string) {
    asked.current += 1;
    const mine = asked.current;
    if (password === '') return setStrength(null);
    // Without a line it stays unsaid: the server looks at the strength anyway.
    const meter = await import('./password-strength.ts').catch(() => null);
    if (mine === asked.current) setStrength(meter?.strengthOf(password, own) ?? null);
  }

  return (
    <div>
      <Field
        label={label}
        size="big"
        type="password"
        autoComplete="new-password"
        maxLength={buyerPassword.max}
        required
        hint={`至少${buyerPassword.min}个字，不要用常见的密码、手机号或企业名`}
        onInput={(event) => void look(event.currentTarget.value)}
        {...field}
      />
      {strength !== null && (
        <div className="flex items-center gap-2 mt-1.5 text-small">
          <span className="grid grid-cols-4 gap-1 w-32" aria-hidden="true">
            {[1, 2, 3, 4].map((at) => (
              <i key={at} className={`h-1 rounded ${at <= strength ? tone(strength) : 'bg-line'}`} />
            ))}
          </span>
          <span role="status">密码强度：{strengthText(strength)}</span>
        </div>
      )}
    </div>
  );
}

function tone(strength: Strength): string {
  return strength < leastStrength ? 'bg-price' : 'bg-primary';
}
