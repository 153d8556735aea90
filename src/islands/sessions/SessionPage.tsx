import { useRef, useState } from 'react';
import { NewPasswordField } from '#islands/account/NewPasswordField.tsx';
import { OwnPasskeys } from '#islands/passkeys/OwnPasskeys.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { changeOwnPassword } from '#lib/client/stores/shell/passwords.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { endOtherSessions, endSession } from '#lib/client/stores/shell/sessions.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { OwnTotp as OwnTotpWire } from '#lib/contract/accounts/totp-schema.ts';
import type { PasskeyWire } from '#lib/contract/passkeys.ts';
import type { SessionWire } from '#lib/contract/sessions.ts';
import { buyerPassword } from '#lib/rules/companies/password.ts';
import { OwnTotp } from './OwnTotp.tsx';

interface Props {
  initial: SessionWire[];
  username: string;
  /** Null for whom the log-in never asks for a code. */
  totp: OwnTotpWire | null;
  passkeys: PasskeyWire[];
  /** The origin of this shop's passkeys. */
  passkeyOrigin: string;
}

/** One's sessions; every device except this one can be logged out here. */
export function SessionPage({ initial, username, totp, passkeys, passkeyOrigin }: Props) {
  const [list, setList] = useState(initial);
  /** The session that is being ended, or all others. */
  const [ending, setEnding] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);

  async function run(what: string, work: () => Promise<SessionWire[]>, said: string) {
    setEnding(what);
    try {
      setList(await work());
      showToast('success', said);
      // The pressed button goes with its row.
      title.current?.focus();
    } catch (error) {
      react(error);
    }
    setEnding(null);
  }

  /** The others have been logged out. */
  const leaveOwn = () => setList(list.filter((one) => one.is_current === 1));

  return (
    <>
      <section className="panel">
        <div className="panel-title">
          <h1 ref={title} tabIndex={-1} className="outline-none">
            登录设备
          </h1>
          <Button
            kind="plain"
            size="small"
            className="ml-auto"
            busy={ending === 'others'}
            disabled={list.length < 2 || ending !== null}
            onClick={() => void run('others', endOtherSessions, '其他设备已全部退出登录')}
          >
            退出其他设备
          </Button>
        </div>
        <p className="px-3 md:px-4 pt-3 text-small text-ink-2">
          这些设备正登录着您的账号。有不认识的设备，请先把它退出，再修改密码，并删除不认识的通行密钥。
        </p>
        <ul>
          {list.map((one) => (
            <li
              key={one.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 items-center px-3 md:px-4 py-3.5 border-t border-t-solid border-line first:border-t-0"
            >
              <div className="min-w-0">
                <h2 className="flex flex-wrap items-center gap-x-2 text-body">
                  {one.device}
                  {one.is_current === 1 && <Tag kind="soft">当前设备</Tag>}
                </h2>
                <p className="mt-1 text-small text-ink-2 flex flex-wrap gap-x-4 break-all">
                  {one.address !== '' && (
                    <span>
                      {one.place} <span className="num">{one.address}</span>
                    </span>
                  )}
                  <span>
                    最近使用{' '}
                    <time className="num" dateTime={one.seen_at}>
                      {momentText(one.seen_at)}
                    </time>
                  </span>
                  <span>
                    登录于{' '}
                    <time className="num" dateTime={one.created_at}>
                      {momentText(one.created_at)}
                    </time>
                  </span>
                </p>
              </div>
              {one.is_current === 0 && (
                <Button
                  kind="plain"
                  size="small"
                  aria-label={`退出登录：${one.device}，最近使用 ${momentText(one.seen_at)}`}
                  busy={ending === one.id}
                  disabled={ending !== null}
                  onClick={() => void run(one.id, () => endSession(one.id), '该设备已退出登录')}
                >
                  退出
                </Button>
              )}
            </li>
          ))}
        </ul>
      </section>
      <OwnPasskeys
        initial={passkeys}
        username={username}
        origin={passkeyOrigin}
        device={list.find((one) => one.is_current === 1)?.device ?? ''}
      />
      {totp !== null && <OwnTotp initial={totp} username={username} onSet={leaveOwn} />}
      <OwnPassword username={username} onChanged={leaveOwn} />
    </>
  );
}

const names = ['old_password', 'password', 'again'] as const;

interface OwnPasswordProps {
  username: string;
  /** Other devices are logged out by it. */
  onChanged: () => void;
}

/** Changes one's own password. */
function OwnPassword({ username, onChanged }: OwnPasswordProps) {
  const { form, field, fill, errors, isBusy } = useForm({
    names,
    showsRefusal: true,
    check: ({ old_password, password, again }) => ({
      ...(!old_password && { old_password: '请填写原密码' }),
      ...(password.length < buyerPassword.min && { password: `密码至少${buyerPassword.min}个字` }),
      ...(password !== again && { again: '两次填写的新密码不一样' }),
    }),
    send: ({ old_password, password }) => changeOwnPassword({ old_password, password }),
    onSent(ended) {
      fill({ old_password: '', password: '', again: '' });
      showToast('success', ended > 0 ? `密码已修改，其他${ended}台设备已退出登录` : '密码已修改');
      onChanged();
    },
  });
  const box = { type: 'password', maxLength: buyerPassword.max, required: true, size: 'big' } as const;
  return (
    <section className="panel mt-3" aria-labelledby="own-password">
      <div className="panel-title">
        <h2 id="own-password">修改登录密码</h2>
      </div>
      <form {...form} className="grid gap-4 max-w-420px p-3 md:p-4">
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field label="原密码" autoComplete="current-password" {...box} {...field('old_password')} />
        <NewPasswordField own={[username]} {...field('password')} />
        <Field label="再写一次新密码" autoComplete="new-password" {...box} {...field('again')} />
        <FormNotice text={errors.form} />
        <div>
          <Button type="submit" busy={isBusy}>
            修改密码
          </Button>
        </div>
      </form>
    </section>
  );
}
