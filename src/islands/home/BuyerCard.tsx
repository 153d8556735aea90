import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { $user, loadUser } from '#lib/client/stores/shell/user.ts';
import type { UserInfo } from '#lib/contract/accounts/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { showCount } from '#lib/rules/money/money.ts';
import { dueText } from '#lib/rules/purchase/template-day.ts';

/** The addresses of the tabs with the counted orders. */
type OrderLinks = { toPay: string; toReceive: string };

/** The buyer and their open tasks; a visitor is invited to log in. The page reserves its place. */
export function BuyerCard({ links }: { links: OrderLinks }) {
  const user = useStore($user, { ssr: 'initial' });
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    setMounted(true);
    void loadUser();
  }, []);
  // For a visitor the page's own face stays: replacing it would lose the focus and a press in progress.
  if (!isMounted || user === undefined || (user === null && !isMarkedBuyer())) return <Early />;
  return user ? <Buyer user={user} links={links} /> : <Visitor />;
}

/** The mark that the page's style depends on: a buyer whose session has ended still has it. */
const isMarkedBuyer = () => 'buyer' in document.documentElement.dataset;

/** The public page's face: a visitor needs no script, and a buyer's place stays empty until the user is known. */
function Early() {
  return (
    <>
      <div className="visitor-only">
        <Visitor />
      </div>
      <div className="buyer-only grid gap-3" aria-hidden="true">
        <span className="h-chip w-3/4 rounded bg-card-dim" />
        <span className="h-tag w-1/2 rounded bg-card-dim" />
        <span className="h-64px rounded bg-card-dim" />
      </div>
    </>
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
        <a className={buttonClass('ghost')} href={path('/register/step1')}>
          免费注册
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
  // A server of the previous version does not send it.
  const due = user.due_templates ?? [];
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
      {!user.is_passed && (
        <p className="mt-3 text-note leading-18px text-ink-2">
          目前看不到价格，也不能采购。
          <a className="link" href={path('/user')}>
            查看原因和进度
          </a>
        </p>
      )}
      {notice && (
        <p className="mt-3 px-3 py-2 rounded bg-promo-wash text-promo-ink text-note leading-18px">
          {notice}
          {more.length > 0 && `（另有 ${more.length} 项）`}
          <a className="ml-1 font-600 underline" href={path('/user')}>
            查看证照
          </a>
        </p>
      )}
      {/* Its place is reserved for expiries; without any, that gets a line too. */}
      {user.is_passed && !notice && due.length === 0 && (
        <p className="flex items-center gap-1.5 mt-3 px-3 py-2 rounded bg-primary-wash text-primary-ink text-note leading-18px">
          <span className="i-lucide-shield-check flex-none text-body" aria-hidden="true" />
          近期没有证照到期
        </p>
      )}
      {due.length > 0 && (
        <p className="mt-3 text-note leading-18px">
          <a className="link" href={path('/zzfw/kjcg', undefined, { tab: 'templates' })}>
            今天该补货：{dueText(due)}
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
        <b
          className={`block ${count < 100_000 ? 'text-head' : 'text-lead'} leading-24px num ${count > 0 ? 'text-ink' : 'text-ink-3 font-400'}`}
        >
          {showCount(count)}
        </b>
        {text}
      </a>
    </li>
  );
}
