import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { call } from '#lib/client/api.ts';
import { isProbablyLoggedIn } from '#lib/client/hint.ts';
import { loginHref } from '#lib/client/login-href.ts';
import { $offersPhase } from '#lib/client/stores/goods/offers.ts';
import { api } from '#lib/contract/api.ts';
import type { GoodsDetail } from '#lib/contract/goods/calls.ts';
import { path } from '#lib/contract/routes.ts';
import { LeafletText } from './LeafletText.tsx';

type State =
  | { kind: 'visitor' | 'loading' | 'refused' | 'failed' }
  | { kind: 'text'; leaflet: NonNullable<GoodsDetail['leaflet']> };

/**
 * The leaflet of a prescription drug, loaded separately: only approved buyers get it (rules 1). Until hydration the
 * page is the same for everyone, and its styles distinguish a buyer from a visitor.
 */
export function Leaflet({ id }: { id: number }) {
  const [state, setState] = useState<State>({ kind: 'visitor' });
  // The call for prices shows that the user is logged in; its failure is no reason not to load.
  const phase = useStore($offersPhase, { ssr: 'initial' });

  useEffect(() => {
    if (!isProbablyLoggedIn() || phase === 'loading') return;
    let isGone = false;
    setState({ kind: 'loading' });
    call(api.goodsDetail, { id }).then(
      ({ leaflet }) => {
        if (!isGone) setState(leaflet ? { kind: 'text', leaflet } : { kind: 'refused' });
      },
      () => {
        if (!isGone) setState({ kind: 'failed' });
      },
    );
    return () => {
      isGone = true;
    };
  }, [id, phase]);

  if (state.kind === 'text') return <LeafletText leaflet={state.leaflet} />;
  if (state.kind === 'loading') return <p className="text-ink-2">加载中…</p>;
  if (state.kind === 'failed') return <p className="text-ink-2">说明书加载失败，请刷新页面</p>;
  if (state.kind === 'visitor')
    return (
      <>
        <p className="buyer-only text-ink-2">加载中…</p>
        <div className="visitor-only flex flex-wrap items-center gap-3 text-ink-2">
          <span className="i-lucide-lock" aria-hidden="true" />
          处方药说明书仅对通过资质认证的采购单位开放
          <a className="btn-ghost btn-small" href={loginHref()}>
            登录查看
          </a>
        </div>
      </>
    );
  return (
    <div className="flex flex-wrap items-center gap-3 text-ink-2">
      <span className="i-lucide-lock" aria-hidden="true" />
      处方药说明书仅对通过资质认证的采购单位开放
      <a className="btn-ghost btn-small" href={path('/user')}>
        查看资质
      </a>
    </div>
  );
}
