import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { AppError, firstMessages } from '#lib/contract/errors.ts';
import { type CodePurpose, codeGap, codeLength, codeTtl } from '#lib/rules/companies/phone-code.ts';
import { isMobile, normalizePhone } from '#lib/rules/text/phone.ts';

interface Props {
  name: string;
  purpose: CodePurpose;
  error: string | undefined;
  /** The input of the phone; left out where the phone is known. */
  phone?: () => HTMLInputElement | null | undefined;
  /** Has the code sent; returns the seconds until the next. */
  send: (phone: string) => Promise<number>;
}

/** The message after sending: for a forgotten password it does not reveal whether there is an account. */
const sentWords = {
  forget: '如果这个手机号注册过，验证码马上就到',
  register: '验证码马上就到',
  invite: '验证码马上就到',
  phone_old: '验证码马上就到',
  phone_new: '验证码马上就到',
  contract: '验证码马上就到',
} satisfies Record<CodePurpose, string>;

/** The input of a code with its send button, and the seconds until the next. */
export function CodeField({ name, purpose, error, phone, send: ask }: Props) {
  const [wait, setWait] = useState(0);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [said, setSaid] = useState('');
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  // A wrong code has come: it is no longer on its way.
  useLayoutEffect(() => {
    if (error !== undefined) setSaid('');
  }, [error]);

  async function send() {
    const box = phone?.();
    if (phone !== undefined && !isMobile(normalizePhone(box?.value ?? ''))) {
      setProblem('请先填写11位手机号');
      box?.focus();
      return;
    }
    setProblem(undefined);
    setSaid('');
    setSending(true);
    try {
      setWait(await ask(box?.value ?? ''));
      setSaid(`${sentWords[purpose]}，${codeTtl / 60_000}分钟内有效`);
      // The pressed button waits for the next code and loses the focus; the code is typed next.
      place.current?.querySelector('input')?.focus();
    } catch (refusal) {
      setProblem(refusalText(refusal));
      const seconds = secondsOf(refusal);
      if (seconds > 0 && seconds <= codeGap / 1000) setWait(seconds);
    }
    setSending(false);
  }

  return (
    <div ref={place} className="contents">
      <Field
        label="短信验证码"
        size="big"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength}
        required
        name={name}
        error={problem ?? error}
        end={
          <Button
            kind="plain"
            size="small"
            className="mr-1 whitespace-nowrap"
            busy={isSending}
            disabled={wait > 0}
            onClick={() => void send()}
          >
            {buttonText(isSending, wait)}
          </Button>
        }
      />
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {said}
      </p>
    </div>
  );
}

function buttonText(isSending: boolean, wait: number): string {
  if (isSending) return '发送中…';
  return wait > 0 ? `${wait}秒后再发` : '获取验证码';
}

function refusalText(error: unknown): string {
  if (!(error instanceof Error)) return '发送失败，请再试一次';
  const first = error instanceof AppError ? Object.values(firstMessages(error.data))[0] : undefined;
  return first ?? error.message;
}

function secondsOf(error: unknown): number {
  const data: unknown = error instanceof AppError ? error.data : null;
  const found = typeof data === 'object' && data !== null ? Object(data).retry_after : 0;
  return typeof found === 'number' ? found : 0;
}
