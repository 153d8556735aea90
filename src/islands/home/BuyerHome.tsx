import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { loadBuyerHome } from '#lib/client/stores/home.ts';
import { $user, loadUser } from '#lib/client/stores/shell/user.ts';
import type { BuyerHome as Home } from '#lib/contract/home.ts';
import { path } from '#lib/contract/routes.ts';
import { DuePanel } from './DuePanel.tsx';
import { EndingCoupons } from './EndingCoupons.tsx';
import { FallenPanel } from './FallenPanel.tsx';
import { LastPanel } from './LastPanel.tsx';
import { panel } from './panel.ts';

const HomeNote = lazy(async () => ({ default: (await import('./HomeNote.tsx')).HomeNote }));

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
      {user === null || user?.is_passed === 0 || isFailed ? (
        <Suspense fallback={<Early />}>
          <HomeNote user={user} onLoad={load} />
        </Suspense>
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
