import { useState } from 'react';
import { buttonClass } from '#islands/ui/Button.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import {
  cancelRoom,
  handInRoom,
  passRoom,
  refuseRoom,
  stopRoom,
  withdrawRoom,
} from '#lib/client/stores/desk/live.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { LiveFigures } from '#lib/contract/live/console-schema.ts';
import type { DeskRoom } from '#lib/contract/live/desk-schema.ts';
import { path } from '#lib/contract/routes.ts';
import type { RoomVerb } from '#lib/rules/live/room.ts';
import { CaseHead } from '../case/CaseHead.tsx';
import { KeyButton } from '../case/KeyButton.tsx';
import { CaptionsPanel } from './CaptionsPanel.tsx';
import { CutPanel } from './CutPanel.tsx';
import { FiguresPanel } from './FiguresPanel.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { RoomFacts } from './RoomFacts.tsx';
import { RoomGoodsTable } from './RoomGoodsTable.tsx';

const reasons = {
  refuse: {
    title: '驳回直播',
    button: '驳回',
    label: '原因（商家会看到）',
    done: '已驳回',
    note: '商家修改后可以重新提交。',
  },
  stop: {
    title: '中止直播',
    button: '立即中止',
    label: '原因（商家会看到）',
    done: '已中止',
    note: '观众的画面立即结束，直播和回放都不再展示，不能恢复。',
  },
  cancel: {
    title: '取消直播',
    button: '取消直播',
    label: '原因',
    done: '已取消',
    note: '取消后不能恢复，记录保留。',
  },
} as const;

interface Props {
  initial: DeskRoom;
  /** Null before it was on air. */
  figures: LiveFigures | null;
}

/** A live room at the desk: what is examined, what became of it, and the acts of either side. */
export function RoomPage({ initial, figures }: Props) {
  const [room, setRoom] = useState(initial);
  const [asked, setAsked] = useState<keyof typeof reasons | null>(null);
  const [busy, setBusy] = useState<RoomVerb | null>(null);
  const [isDone, setDone] = useState(false);
  const { id, may, state } = room;
  const can = (verb: RoomVerb) => may.includes(verb);
  const hasFaults = room.faults.length > 0;

  async function act(verb: RoomVerb, call: () => Promise<DeskRoom>, done: string) {
    setBusy(verb);
    try {
      setRoom(await call());
      showToast('success', done);
      if (verb === 'pass') setDone(true);
    } catch (error) {
      react(error);
    }
    setBusy(null);
  }
  const sendReason = (reason: string) => {
    if (asked === 'refuse') return refuseRoom(room, reason);
    return asked === 'stop' ? stopRoom(id, reason) : cancelRoom(id, reason);
  };

  return (
    <div className="grid gap-3">
      <CaseHead
        list="/desk/live"
        id={id}
        hrefOf={(next) => path('/desk/live/[id]', { id: next })}
        what="直播"
        title={room.title}
        isDone={isDone}
        tags={
          <>
            <Tag kind={state === 'live' ? 'promo' : state === 'waiting' ? 'warn' : 'soft'}>
              {room.state_text}
            </Tag>
            {room.is_rx === 1 && <Tag kind="rx">处方药</Tag>}
          </>
        }
        acts={
          <>
            {can('pass') && (
              <KeyButton
                keyName="a"
                busy={busy === 'pass'}
                disabled={hasFaults}
                onClick={() => void act('pass', () => passRoom(room), '已通过')}
              >
                通过
              </KeyButton>
            )}
            {can('refuse') && (
              <KeyButton keyName="r" kind="ghost" onClick={() => setAsked('refuse')}>
                驳回
              </KeyButton>
            )}
            {can('hand_in') && (
              <KeyButton
                keyName="s"
                busy={busy === 'hand_in'}
                disabled={hasFaults}
                onClick={() => void act('hand_in', () => handInRoom(room), '已提交，等待平台审核')}
              >
                提交审核
              </KeyButton>
            )}
            {can('withdraw') && (
              <KeyButton
                keyName="w"
                kind="ghost"
                busy={busy === 'withdraw'}
                onClick={() => void act('withdraw', () => withdrawRoom(id), '已撤回')}
              >
                撤回修改
              </KeyButton>
            )}
            {(can('start') || state === 'live') && (
              <a className={buttonClass('primary', 'small')} href={path('/desk/live/[id]/console', { id })}>
                控制台
              </a>
            )}
            {can('edit') && (
              <a className={buttonClass('ghost', 'small')} href={path('/desk/live/[id]/edit', { id })}>
                修改
              </a>
            )}
            {can('cancel') && (
              <KeyButton keyName="x" kind="plain" onClick={() => setAsked('cancel')}>
                取消直播
              </KeyButton>
            )}
            {can('stop') && (
              <KeyButton keyName="q" kind="plain" onClick={() => setAsked('stop')}>
                中止
              </KeyButton>
            )}
          </>
        }
      >
        <div className="grid gap-2 px-3 md:px-4 py-3 text-small">
          {room.reason !== '' && state !== 'waiting' && <p className="m-0 text-price-ink">{room.reason}</p>}
          {hasFaults && (
            <ul className="m-0 pl-5 text-price-ink" aria-label="还不能提交或通过">
              {room.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          )}
          <RoomFacts room={room} />
        </div>
      </CaseHead>
      {figures && <FiguresPanel id={id} figures={figures} />}
      {can('cut') && <CutPanel room={room} onRoom={setRoom} />}
      {can('stop') && room.captions.name !== '' && <CaptionsPanel room={room} onRoom={setRoom} />}
      <RoomGoodsTable goods={room.goods} />
      {asked !== null && (
        <ReasonDialog
          {...reasons[asked]}
          send={sendReason}
          onClose={() => setAsked(null)}
          onSent={(now) => {
            setRoom(now);
            setDone(asked === 'refuse');
            setAsked(null);
            showToast('success', reasons[asked].done);
          }}
        />
      )}
    </div>
  );
}
