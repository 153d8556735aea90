import type { ReactNode } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { panel } from './panel.ts';

interface Props {
  user: UserInfo | null | undefined;
  /** Loads the panels again. */
  onLoad: () => void;
}

/** Replaces the panels: the session has ended, the company is not approved, or loading failed. */
export function HomeNote({ user, onLoad }: Props) {
  if (user === null)
    return (
      <Note icon="i-lucide-circle-user-round" title="登录已过期" text="登录后可查看待办、补货和会员价。">
        <a className={buttonClass()} href={path('/login')} data-login>
          登录
        </a>
      </Note>
    );
  if (user?.is_passed === 0) return <NotPassed user={user} />;
  return (
    <Note icon="i-lucide-cloud-off" title="加载失败" text="系统繁忙，请稍候再试">
      <Button kind="ghost" onClick={onLoad}>
        重新加载
      </Button>
    </Note>
  );
}

interface NoteProps {
  icon: string;
  title: string;
  text: string;
  children: ReactNode;
}

/** One sentence in place of all panels. */
function Note({ icon, title, text, children }: NoteProps) {
  return (
    <div className={`${panel} home-note justify-center items-center gap-1.5 p-4 text-center`}>
      <span className={`${icon} text-mark text-line-strong`} aria-hidden="true" />
      <p className="text-title font-500">{title}</p>
      <p className="text-small text-ink-2 max-w-420px text-balance">{text}</p>
      <p className="flex gap-3 mt-2">{children}</p>
    </div>
  );
}

function NotPassed({ user }: { user: UserInfo }) {
  const [notice, ...more] = user.paper_notices;
  const papers = notice ? `${notice}${more.length > 0 ? `（另有${more.length}项）` : ''}。` : '';
  return (
    <Note
      icon="i-lucide-shield-alert"
      title={`企业${user.company_status_text}`}
      text={`${papers}目前看不到价格，也不能采购。`}
    >
      <a className={buttonClass()} href={path('/user')}>
        查看原因和进度
      </a>
      <a className={buttonClass('plain')} href={path('/zhzx/zzzj')}>
        查看证照
      </a>
    </Note>
  );
}
