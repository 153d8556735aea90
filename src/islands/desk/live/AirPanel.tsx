import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText, timeText } from '#islands/ui/moments.ts';
import { endRoom, muteRoom, rekeyRoom, startRoom } from '#lib/client/stores/desk/live-console.ts';
import { ask } from '#lib/client/stores/shell/dialogs.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import type { LiveConsole, MadeKey } from '#lib/contract/live/console-schema.ts';
import { KeyButton } from '../case/KeyButton.tsx';
import { KeyDialog } from './KeyDialog.tsx';
import type { ConsoleProps } from './use-console.ts';

interface Props extends ConsoleProps {
  onRoom: (room: LiveConsole) => void;
}

/** Going on air and off, the stream key, closing questions. */
export function AirPanel({ room, busy, act, onRoom }: Props) {
  const [made, setMade] = useState<MadeKey | null>(null);
  const [isMaking, setMaking] = useState(false);
  const { id, state } = room;
  const isLive = state === 'live';

  async function end() {
    const isSure = await ask({
      title: '结束直播',
      text: '结束后不能再开播。可以在直播页剪辑并展示回放，已发的优惠券到时间前仍可领取。',
      confirm: '结束',
      cancel: '继续直播',
      isDanger: true,
    });
    if (isSure) await act('end', () => endRoom(id));
  }

  async function makeKey() {
    const isNew = room.key_made_at === '';
    const question = {
      title: '更换推流密钥',
      text: '原来的密钥立即失效，正在用它推流的画面会中断。',
      ...{ confirm: '更换', cancel: '取消' },
    };
    if (!isNew && !(await ask(question))) return;
    setMaking(true);
    try {
      const key = await rekeyRoom(room);
      onRoom(key.console);
      setMade(key);
    } catch (error) {
      react(error);
    }
    setMaking(false);
  }

  return (
    <div className="grid gap-2 text-small">
      <p className="flex flex-wrap gap-2 m-0">
        {room.is_host === 1 && state === 'ready' && (
          <KeyButton
            keyName="s"
            busy={busy === 'start'}
            disabled={room.start_fault !== ''}
            onClick={() => void act('start', () => startRoom(id))}
          >
            开播
          </KeyButton>
        )}
        {room.is_host === 1 && isLive && (
          <Button kind="ghost" size="small" busy={busy === 'end'} onClick={() => void end()}>
            结束直播
          </Button>
        )}
        {room.is_host === 1 && room.can_publish === 1 && (isLive || state === 'ready') && (
          <Button kind="plain" size="small" busy={isMaking} onClick={() => void makeKey()}>
            {room.key_made_at === '' ? '生成推流密钥' : '更换推流密钥'}
          </Button>
        )}
        {isLive && (
          <KeyButton
            keyName="m"
            kind="plain"
            busy={busy === 'mute'}
            aria-pressed={room.is_muted === 1}
            onClick={() => void act('mute', () => muteRoom(id, room.is_muted === 0))}
          >
            {room.is_muted === 1 ? '开放提问' : '关闭提问'}
          </KeyButton>
        )}
      </p>
      {state === 'ready' && room.start_fault !== '' && (
        <p className="m-0 text-price-ink">{room.start_fault}</p>
      )}
      <p className="m-0 text-ink-2">
        {isLive ? `${timeText(room.started_at)}开播` : `预告 ${room.start_time} 至 ${room.end_time}`}
        {room.key_made_at !== '' && `，密钥生成于${momentText(room.key_made_at)}`}
        {room.is_by_clock === 1 && (isLive || state === 'ready') && '。没有推流时播放演示片段'}
      </p>
      {made !== null && <KeyDialog made={made} onClose={() => setMade(null)} />}
    </div>
  );
}
