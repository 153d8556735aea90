import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { $applications, loadApplications } from '#lib/client/stores/goods/controlled.ts';
import type { Applications as Found } from '#lib/contract/controlled.ts';
import { path } from '#lib/contract/routes.ts';
import { ApplicationState } from './ApplicationState.tsx';

/** Shown at first, and after 查看全部. */
const few = 2;
const all = 100;

type State = 'visitor' | 'loading' | 'failed' | Found;

interface Props {
  /** Address of the page, where the login leads back to. */
  here: string;
}

/** The company's own applications above the items of controlled sale, with their states. */
export function Applications({ here }: Props) {
  const [state, setState] = useState<State>('visitor');
  const [size, setSize] = useState(few);
  const [round, setRound] = useState(0);
  const changes = useStore($applications, { ssr: 'initial' });

  useEffect(() => {
    if (!isProbablyLoggedIn()) return;
    let isGone = false;
    setState((now) => (typeof now === 'object' ? now : 'loading'));
    loadApplications(size).then(
      (found) => !isGone && setState(found),
      () => !isGone && setState('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [size, round, changes]);

  return (
    <section
      className="panel h-full min-h-132px max-sm:[[data-buyer]_&]:min-h-168px px-5 py-3 text-small"
      aria-labelledby="applications"
    >
      <h2 id="applications" className="inline mr-3 text-body">
        我的采购权限申请
      </h2>
      {state === 'visitor' && (
        <span className="text-ink-2">
          <a className="link underline" href={path('/login', undefined, { next: here })}>
            登录
          </a>
          后可以申请，审核进度会显示在这里
        </span>
      )}
      {state === 'loading' && <span className="text-ink-2">加载中…</span>}
      {state === 'failed' && (
        <span role="alert" className="text-ink-2">
          加载失败
          <Button kind="text" size="small" onClick={() => setRound(round + 1)}>
            重新加载
          </Button>
        </span>
      )}
      {typeof state === 'object' &&
        (state.list.length === 0 ? (
          <span className="text-ink-2">还没有申请。在下面的商品上点“申请采购权限”，审核进度会显示在这里</span>
        ) : (
          <>
            <span className="text-ink-2 num">共{state.total}个</span>
            <ul className="grid gap-x-6 gap-y-3 mt-2 sm:grid-cols-2">
              {state.list.map((application) => (
                <li key={application.goods_id} className="min-w-0">
                  <ApplicationState application={application} />
                </li>
              ))}
            </ul>
            {state.total > state.list.length && size === few && (
              <Button kind="text" size="small" onClick={() => setSize(all)}>
                查看全部{state.total}个
              </Button>
            )}
          </>
        ))}
    </section>
  );
}
