import { useEffect, useState } from 'react';
import { BuyRow } from '#islands/buy/BuyRow.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { Tag } from '#islands/ui/Tag.tsx';
import { loadActivity } from '#lib/client/stores/activities/activities.ts';
import { loadOffers } from '#lib/client/stores/goods/offers.ts';
import type { ActivityGoods, ActivityInfo } from '#lib/contract/activities.ts';
import { path } from '#lib/contract/routes.ts';

interface Props {
  id: number;
  name: string;
  onClose: () => void;
}

interface Found {
  info: ActivityInfo;
  goods: ActivityGoods[];
}

/** More are on the activity's own page. */
const shown = 20;

/** The goods of an activity over the page, 538 px wide (rules 17), to be added from there. */
export function ActivityDialog({ id, name, onClose }: Props) {
  const [found, setFound] = useState<Found | 'loading' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isGone = false;
    setFound('loading');
    loadActivity(id).then(
      (activity) => {
        void loadOffers(activity.goods.slice(0, shown).map((one) => one.id));
        if (!isGone) setFound(activity);
      },
      () => !isGone && setFound('failed'),
    );
    return () => {
      isGone = true;
    };
  }, [id, attempt]);
  const list = typeof found === 'object' ? found.goods : [];
  return (
    <Dialog
      title={(typeof found === 'object' && found.info.name) || name}
      open
      onClose={onClose}
      width="activity"
    >
      {typeof found === 'object' && <Remarks info={found.info} />}
      {found === 'loading' && <Loading rows={6} />}
      {found === 'failed' && <Failed onRetry={() => setAttempt((now) => now + 1)} />}
      {typeof found === 'object' && list.length === 0 && <Empty title="活动商品已下架" />}
      <ul className="grid">
        {list.slice(0, shown).map((one) => (
          <Row key={one.miaosha_goods_id} goods={one} />
        ))}
      </ul>
      {list.length > shown && (
        <p className="pt-3 text-center">
          <a className="link" href={path('/hdzq/[id]', { id })}>
            查看全部 {list.length} 个活动商品
          </a>
        </p>
      )}
    </Dialog>
  );
}

/** Its description, and its end. */
function Remarks({
  info: { label, remarks, name, phase, phase_text, start_time, end_time },
}: {
  info: ActivityInfo;
}) {
  const isAhead = phase === 'upcoming';
  const moment = momentText(new Date(isAhead ? start_time : end_time).toISOString());
  return (
    <div className="mb-3 px-3 py-2 rounded bg-card-dim text-small text-ink-2">
      <p className="num">
        <Tag>{label}</Tag> {phase_text}，{moment}
        {isAhead ? '开始' : '结束'}
      </p>
      {remarks !== '' && remarks !== name && <p className="mt-1">{remarks}</p>}
    </div>
  );
}

function Row({ goods }: { goods: ActivityGoods }) {
  const { id, name, image, ypgg, sccj, activity_limit, bzdw } = goods;
  return (
    <li className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-3 gap-y-2 py-3 border-b border-b-solid border-line first:pt-0 last:border-b-0">
      <img
        src={image}
        alt=""
        width="64"
        height="52"
        loading="lazy"
        className="w-64px h-52px object-contain rounded-tag bg-card-dim"
      />
      <div className="min-w-0">
        <a className="block font-600 truncate hover:text-primary" href={path('/list/info/[id]', { id })}>
          {name}
        </a>
        <p className="text-note text-ink-2 truncate">
          {ypgg} · {sccj}
        </p>
        {activity_limit > 0 && (
          <p className="text-note text-promo-ink num">
            每家限购{activity_limit}
            {bzdw}
          </p>
        )}
      </div>
      <div className="col-span-full">
        <BuyRow id={id} view="row" />
      </div>
    </li>
  );
}
