import { useStore } from '@nanostores/react';
import { useEffect, useId } from 'react';
import { Field } from '#islands/ui/Field.tsx';
import { FormDialog } from '#islands/ui/FormDialog.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { recordSaves } from '#lib/client/save-file.ts';
import { $door, answerDoor } from '#lib/client/stores/desk/doors.ts';
import { logInAtDesk, proveAtDesk, reportExport } from '#lib/client/stores/desk/session.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  /** The person who opened the page: nobody else may continue with it. */
  username: string;
  isEnrolled: boolean;
}

/** The dialogs that a desk call may wait for; input on the page stays unchanged. */
export function Doors({ username, isEnrolled }: Props) {
  // The audit log records every table of the page that is saved as a file.
  useEffect(() => recordSaves((list, rows) => reportExport(list.slice(0, 50), rows)), []);
  const door = useStore($door, { ssr: 'initial' });
  if (door === 'login') return <LogInAgain username={username} isEnrolled={isEnrolled} />;
  return door === 'proof' ? <Prove isEnrolled={isEnrolled} /> : null;
}

function LogInAgain({ username, isEnrolled }: Props) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['password', 'code'] as const,
    showsRefusal: true,
    leaves: true,
    check: ({ password }) => (password ? {} : { password: '请填写密码' }),
    send: ({ password, code }) => logInAtDesk({ username, password, code }),
    onSent: () => answerDoor(true),
  });
  return (
    <FormDialog
      title="登录已过期"
      formId={formId}
      button="登录并继续"
      isBusy={isBusy}
      onClose={() => answerDoor(false)}
    >
      <p className="mb-3">
        页面上已填写的内容都还在，重新登录后继续。当前账号：<b>{username}</b>，
        <a className="link" href={path('/desk/login')}>
          换其他账号
        </a>
      </p>
      <form {...form} id={formId} className="grid gap-3">
        <Field
          label="密码"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          required
          data-focus=""
          {...field('password')}
        />
        {isEnrolled && (
          <Field
            label="验证码"
            autoComplete="one-time-code"
            maxLength={20}
            hint="身份验证器上的6位数字，或一个恢复码"
            {...field('code')}
          />
        )}
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}

function Prove({ isEnrolled }: { isEnrolled: boolean }) {
  const formId = useId();
  const { form, field, errors, isBusy } = useForm({
    names: ['proof'] as const,
    showsRefusal: true,
    leaves: true,
    check: ({ proof }) => (proof ? {} : { proof: '请填写' }),
    send: ({ proof }) => proveAtDesk(proof),
    onSent: () => answerDoor(true),
  });
  return (
    <FormDialog
      title="再次验证身份"
      formId={formId}
      button="验证并继续"
      isBusy={isBusy}
      onClose={() => answerDoor(false)}
    >
      <p className="mb-3">这项操作涉及资金、价格或员工账号，请确认是您本人。</p>
      <form {...form} id={formId} className="grid gap-3">
        <Field
          label={isEnrolled ? '登录密码或验证码' : '登录密码'}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          required
          data-focus=""
          hint={isEnrolled ? '登录密码，或身份验证器上的6位数字' : undefined}
          {...field('proof')}
        />
        <FormNotice text={errors.form} />
      </form>
    </FormDialog>
  );
}
