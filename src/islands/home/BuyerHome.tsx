import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, buttonClass } from '#islands/ui/Button.tsx';
import { loadBuyerHome } from '#lib/client/stores/home.ts';
import { $user, loadUser } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import type { BuyerHome as Home } from '#lib/contract/home.ts';
import { path } from '#lib/contract/routes.ts';
import { DuePanel } from './DuePanel.tsx';
import { EndingCoupons } from './EndingCoupons.tsx';
import { FallenPanel } from './FallenPanel.tsx';
import { LastPanel } from './LastPanel.tsx';
import { panel } from './panel.ts';

/** Addresses of the lists behind the tasks. */
export interface TodoLinks {
  toPay: string;
  toApprove: string;
  toReceive: string;
}

/**
 * The first thing a buyer sees: tasks, what runs out, what got cheaper, the last purchase. One call brings it all. The
 * page has its place ready, so every face has the same size.
 */
export function BuyerHome({ links }: { links: TodoLinks }) {
  const user = useStore($user, { ssr: 'initial' });
  const [home, setHome] = useState<Home | null>(null);
  const [isFailed, setFailed] = useState(false);

  useEffect(() => {
    void loadUser();
    load();
  }, []);

  function load() {
    setFailed(false);
    loadBuyerHome().then(setHome, () => setFailed(true));
  }

  return (
    <>
      <Todo home={home} links={links} />
      {user === null ? (
        <Note icon="i-lucide-circle-user-round" title="登录已过期" text="登录后可查看待办、补货和会员价。">
          <a className={buttonClass()} href={path('/login')} data-login>
            登录
          </a>
        </Note>
      ) : user?.is_passed === 0 ? (
        <NotPassed user={user} />
      ) : isFailed ? (
        <Note icon="i-lucide-cloud-off" title="加载失败" text="系统繁忙，请稍候再试">
          <Button kind="ghost" onClick={load}>
            重新加载
          </Button>
        </Note>
      ) : home === null ? (
        <Early />
      ) : (
        <>
          <DuePanel due={home.due} mayOrder={home.may_order === 1} />
          <FallenPanel fallen={home.fallen} mayOrder={home.may_order === 1} />
          <LastPanel home={home} />
          <EndingCoupons coupons={home.coupons} />
        </>
      )}
    </>
  );
}

/** The panels as they are before anything is known. */
function Early() {
  return ['home-due', 'home-fallen', 'home-last', 'home-coupons'].map((place) => (
    <div key={place} className={`${panel} ${place}`} aria-hidden="true">
      <span className="m-3 h-20px w-1/2 rounded bg-card-dim" />
    </div>
  ));
}

function Todo({ home, links }: { home: Home | null; links: TodoLinks }) {
  const todo = home?.todo;
  return (
    <nav aria-label="待办" className="panel home-todo grid grid-cols-4 items-stretch min-w-0 overflow-hidden">
      <Task text="待付款" count={todo?.to_pay} href={links.toPay} />
      <Task
        text="待审核"
        count={todo?.to_approve}
        href={home?.may_approve === 1 ? path('/order/sp') : links.toApprove}
      />
      <Task text="待收货" count={todo?.to_receive} href={links.toReceive} />
      <Task text="证照到期" count={todo?.papers} href={path('/zhzx/zzzj')} />
    </nav>
  );
}

function Task({ text, count, href }: { text: string; count: number | undefined; href: string }) {
  return (
    <a
      className="flex max-sm:flex-col items-center sm:items-baseline justify-center gap-x-2 py-2 border-l border-l-solid border-line first:border-l-0 text-small text-ink-2 whitespace-nowrap hover:text-primary"
      href={href}
    >
      <span className="max-sm:order-2">{text}</span>
      <b className={`text-head leading-24px num ${count ? 'text-ink' : 'text-ink-3 font-400'}`}>
        {count ?? '–'}
      </b>
    </a>
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
