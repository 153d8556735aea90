import { type ReactNode, useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import { stopRoom } from '#lib/client/stores/desk/live.ts';
import { loadConsole } from '#lib/client/stores/desk/live-console.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { LiveConsole } from '#lib/contract/live/console-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { KeyButton } from '../case/KeyButton.tsx';
import { KeysHelp } from '../case/KeysHelp.tsx';
import { AirPanel } from './AirPanel.tsx';
import { DropPanel } from './DropPanel.tsx';
import { GoodsPanel } from './GoodsPanel.tsx';
import { Preview } from './Preview.tsx';
import { QuestionPanel } from './QuestionPanel.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { TimelinePanel } from './TimelinePanel.tsx';
import { useConsole } from './use-console.ts';
import { WordsPanel } from './WordsPanel.tsx';

const parts = [
  ['picture', '画面'],
  ['questions', '提问'],
  ['goods', '商品'],
  ['coupons', '优惠券'],
  ['record', '记录'],
] as const;

interface PartProps {
  name: (typeof parts)[number][0];
  title: ReactNode;
  className: string;
  children: ReactNode;
}

function Part({ name, title, className, children }: PartProps) {
  return (
    <section
      id={name}
      tabIndex={-1}
      aria-labelledby={`${name}-title`}
      className={`panel flex flex-col min-h-0 min-w-0 scroll-mt-20 ${className}`}
    >
      <h2 id={`${name}-title`} className="panel-title flex-none">
        {title}
      </h2>
      <div className="flex-1 min-h-0 lg:overflow-y-auto">{children}</div>
    </section>
  );
}

/** The host's console: the picture as viewers see it, goods, questions, coupons and the record, side by side. */
export function ConsolePage({ initial }: { initial: LiveConsole }) {
  const { now: room, busy, isLost, act, take } = useConsole(initial);
  const [isStopping, setStopping] = useState(false);
  const { id, state } = room;
  const isLive = state === 'live';
  const props = { room, busy, act };
  return (
    <div className="flex flex-col gap-2 lg:h-[calc(100dvh-72px)] lg:min-h-560px">
      <header className="flex-none flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 truncate text-title font-600">{room.title}</h1>
        <Tag kind={isLive ? 'promo' : 'soft'}>{room.state_text}</Tag>
        {room.is_rx === 1 && <Tag kind="rx">处方药</Tag>}
        {isLive && room.has_picture === 0 && <Tag kind="warn">没有画面</Tag>}
        {isLost && <Tag kind="warn">连接中断，正在重试</Tag>}
        <span className="text-small text-ink-2 num">
          {room.viewers}人在看 · 最高{room.peak} · 共{room.visits}人 · {room.likes}赞
        </span>
        <span className="flex flex-wrap gap-2 ml-auto">
          {room.is_host === 0 && (isLive || state === 'ready' || state === 'ended') && (
            <KeyButton keyName="q" kind="ghost" onClick={() => setStopping(true)}>
              中止直播
            </KeyButton>
          )}
          <a className={buttonClass('plain', 'small')} href={path('/desk/live/[id]', { id })}>
            直播资料
          </a>
          <KeysHelp />
        </span>
      </header>
      <nav
        aria-label="控制台各部分"
        className="lg:hidden sticky top-0 z-1 flex gap-1 overflow-x-auto bg-card border-b border-b-solid border-line"
      >
        {parts.map(([name, text]) => (
          <a key={name} className="px-3 py-2 text-small whitespace-nowrap" href={`#${name}`}>
            {text}
            {name === 'questions' && room.waiting > 0 && ` ${room.waiting}`}
          </a>
        ))}
      </nav>
      <div className="flex-1 min-h-0 grid gap-2 lg:grid-cols-2 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)] lg:grid-rows-[minmax(0,3fr)_minmax(0,2fr)]">
        <Part name="picture" title="画面" className="xl:row-span-2">
          <div className="grid gap-3 p-3">
            <Preview title={room.title} playback={room.playback} isReplay={state === 'ended'} />
            <AirPanel {...props} onRoom={take} />
            {isLive && room.is_host === 1 && <WordsPanel room={room} onRoom={take} />}
          </div>
        </Part>
        <Part
          name="questions"
          title={<>提问{room.waiting > 0 && <span className="num">（{room.waiting}条待回答）</span>}</>}
          className="xl:order-3 xl:row-span-1"
        >
          <QuestionPanel {...props} onRoom={take} />
        </Part>
        <Part name="goods" title={`商品（${room.goods.length}种）`} className="xl:order-2">
          <GoodsPanel {...props} />
        </Part>
        <div className="grid gap-2 min-h-0 min-w-0 lg:grid-rows-2 xl:contents">
          <Part name="coupons" title="优惠券" className="xl:order-4">
            <DropPanel {...props} onRoom={take} />
          </Part>
          <Part name="record" title="记录" className="xl:order-5">
            <TimelinePanel {...props} />
          </Part>
        </div>
      </div>
      {isStopping && (
        <ReasonDialog
          title="中止直播"
          button="立即中止"
          label="原因（商家会看到）"
          note="观众的画面立即结束，直播和回放都不再展示，不能恢复。"
          send={async (reason) => {
            await stopRoom(id, reason);
            return loadConsole(id);
          }}
          onClose={() => setStopping(false)}
          onSent={(stopped) => {
            take(stopped);
            setStopping(false);
            showToast('success', '已中止');
          }}
        />
      )}
    </div>
  );
}
