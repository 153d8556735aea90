import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { $user, loadUser } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/schema.ts';
import { path } from '#lib/contract/routes.ts';

/** The addresses of the tabs that the figures count. */
type OrderLinks = { toPay: string; toReceive: string };

/** Who buys here and what waits for them; a visitor is asked in. Its place is kept by the page. */
export function BuyerCard({ links }: { links: OrderLinks }) {
  const user = useStore($user, { ssr: 'initial' });
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    setMounted(true);
    void loadUser();
  }, []);
  if (!isMounted || user === undefined) return <Blank />;
  return user ? <Buyer user={user} links={links} /> : <Visitor />;
}

function Blank() {
  return (
    <div className="grid gap-3" aria-hidden="true">
      <span className="h-chip w-3/4 rounded bg-card-dim" />
      <span className="h-tag w-1/2 rounded bg-card-dim" />
      <span className="h-64px rounded bg-card-dim" />
    </div>
  );
}

function Visitor() {
  return (
    <>
      <h2 className="text-title">您好，欢迎来到药批网</h2>
      <p className="mt-1 text-small text-ink-2">登录后查看会员价、库存和专属活动</p>
      <div className="grid grid-cols-2 gap-2 mt-4">
        <a className={buttonClass()} href={path('/login')}>
          登录
        </a>
        <a className={buttonClass('ghost')} href={`${path('/login')}#register`}>
          注册开户
        </a>
      </div>
      <p className="flex gap-2 mt-4 px-3 py-2 rounded bg-promo-wash text-promo-ink text-note">
        <span className="i-lucide-gift text-title" aria-hidden="true" />
        新客户完成资质认证，首单可享新人专享活动
      </p>
    </>
  );
}

function Buyer({ user, links }: { user: UserInfo; links: OrderLinks }) {
  const [notice, ...more] = user.paper_notices;
  return (
    <>
      <h2 className="text-lead leading-22px line-clamp-2">
        <a href={path('/user')}>{user.company}</a>
      </h2>
      <p className="mt-0.5 text-note text-ink-2">
        {user.role_text} · {user.rank}
        {!user.is_passed && <span className="tag-warn ml-1.5">{user.company_status_text}</span>}
      </p>
      <ul className="grid grid-cols-3 mt-3 py-2 rounded bg-card-dim text-center text-note text-ink-2">
        <Count text="待付款" count={user.to_pay} href={links.toPay} />
        <Count text="待收货" count={user.to_receive} href={links.toReceive} />
        <Count text="积分" count={user.points} href={path('/user')} />
      </ul>
      {notice && (
        <p className="mt-3 px-3 py-2 rounded bg-promo-wash text-promo-ink text-note leading-18px">
          {notice}
          {more.length > 0 && `（另有 ${more.length} 项）`}
          <a className="ml-1 font-600 underline" href={path('/user')}>
            查看证照
          </a>
        </p>
      )}
      <div className="grid grid-cols-2 gap-2 mt-3">
        <a className={buttonClass()} href={path('/zzfw/kjcg')}>
          快捷采购
        </a>
        <a className={buttonClass('plain')} href={path('/order')}>
          我的订单
        </a>
      </div>
    </>
  );
}

function Count({ text, count, href }: { text: string; count: number; href: string }) {
  return (
    <li>
      <a className="block hover:text-primary" href={href}>
        <b className={`block text-head leading-24px num ${count > 0 ? 'text-ink' : 'text-ink-3 font-400'}`}>
          {count}
        </b>
        {text}
      </a>
    </li>
  );
}
