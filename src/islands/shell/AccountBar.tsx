import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { react } from '#lib/client/stores/shell/react.ts';
import { $user, loadUser, logOut } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { path } from '#lib/contract/routes.ts';

/**
 * Login and register for a visitor, else company, 安全退出 and the account manager. Loads the user once a page (rules 12),
 * except where the page brings the user along.
 */
export function AccountBar({ loadsUser }: { loadsUser: boolean }) {
  const user = useStore($user, { ssr: 'initial' });
  const [here, setHere] = useState('');

  useEffect(() => {
    if (loadsUser) void loadUser();
    setHere(location.pathname + location.search);
  }, [loadsUser]);

  // Also in the server's HTML: nothing is shown before the user is known.
  if (!here || user === undefined) return null;
  return user ? <Known user={user} /> : <Visitor next={here} />;
}

// Its HTML before hydration is cached (server/fast/pages/cached-islands.ts).
AccountBar.isStill = true;

const row = 'flex items-center gap-4 h-full min-w-0 whitespace-nowrap';

function Visitor({ next }: { next: string }) {
  return (
    <div className={row}>
      <span className="max-xl:hidden">您好，欢迎光临</span>
      <a className="text-primary font-600" href={path('/login', undefined, { next })}>
        请登录
      </a>
      <a href={path('/register/step1')}>免费注册</a>
    </div>
  );
}

function Known({ user }: { user: UserInfo }) {
  const [isLeaving, setLeaving] = useState(false);

  function leave() {
    setLeaving(true);
    logOut().catch((error: unknown) => {
      setLeaving(false);
      react(error);
    });
  }

  return (
    <div className={row}>
      <a className="min-w-0 truncate font-500 text-ink" href={path('/user')} title={user.company}>
        {user.company}
      </a>
      {user.stores > 0 && (
        <a className="flex-none" href={path('/zhzx/qhmd')}>
          切换门店
        </a>
      )}
      <button
        type="button"
        className="flex-none p-0 border-0 bg-transparent text-note text-ink-2 hover:text-primary"
        disabled={isLeaving}
        onClick={leave}
      >
        安全退出
      </button>
      {user.admin && (
        <span className="flex-none max-xl:hidden">
          {user.admin.is_default ? '客户经理' : '专属客服'}{' '}
          <b className="font-500 text-ink">{user.admin.name}</b>{' '}
          <span className="num text-ink">{user.admin.phone}</span>
        </span>
      )}
    </div>
  );
}
