import { useState } from 'react';
import { AppError, firstMessages } from '#lib/contract/errors.ts';

/** Further requirements of a login besides the password: the code of an authenticator, accepting a new agreement. */
export const loginSteps = ['code', 'agreement'] as const;
export type LoginStep = (typeof loginSteps)[number];

const missing = {
  code: '请填写身份验证器上的6位数字',
  agreement: '请阅读并同意用户协议和隐私政策',
} satisfies Record<LoginStep, string>;

/** The requirements of the server for a name, and the form's values for them: they never apply to another name. */
export function useLoginSteps() {
  const [asked, setAsked] = useState<{ of: string; steps: readonly LoginStep[] }>({ of: '', steps: [] });
  const stepsOf = (name: string) => (name === asked.of ? asked.steps : []);
  return {
    asked,
    /** Required values that are missing. */
    check(name: string, values: Record<LoginStep, string>) {
      const lacking = stepsOf(name).filter((step) => values[step].trim() === '');
      return Object.fromEntries(lacking.map((step) => [step, missing[step]]));
    },
    /** Sends a log-in with what was filled in; what its refusal asks for is shown from then on. */
    async send<T>(
      name: string,
      values: Record<LoginStep, string>,
      login: (steps: Partial<typeof values>) => Promise<T>,
    ) {
      const given = stepsOf(name).filter((step) => values[step] !== '');
      try {
        return await login(Object.fromEntries(given.map((step) => [step, values[step]])));
      } catch (error) {
        const said = error instanceof AppError ? firstMessages(error.data) : {};
        const steps = loginSteps.filter((step) => stepsOf(name).includes(step) || said[step] !== undefined);
        setAsked({ of: name, steps });
        throw error;
      }
    },
  };
}
