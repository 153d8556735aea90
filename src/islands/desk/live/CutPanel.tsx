import { useRef } from 'react';
import type { Player } from '#islands/live/player.ts';
import { Button } from '#islands/ui/Button.tsx';
import { Field } from '#islands/ui/Field.tsx';
import { FormNotice } from '#islands/ui/FormNotice.tsx';
import { useForm } from '#islands/ui/use-form.ts';
import { cutRoom } from '#lib/client/stores/desk/live-console.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskRoom } from '#lib/contract/live/desk-schema.ts';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import { CaptionsBox } from './CaptionsBox.tsx';
import { Preview } from './Preview.tsx';
import { captionsAddress } from './use-captions.ts';

interface Props {
  room: DeskRoom;
  onRoom: (room: DeskRoom) => void;
}

const secondOf = (iso: string) => secondKey(Date.parse(iso));

/** The replay of a room that is over; where there is no recording, that and why. */
export function CutPanel(props: Props) {
  const { replay_fault: fault, is_replay: isReplay, replay_from: from, replay_to: to } = props.room;
  // Another cut resets the form. A change of captions does not: what was typed stays.
  if (fault === '' || isReplay === 1) return <RecordingPanel key={`${isReplay} ${from} ${to}`} {...props} />;
  return (
    <section className="panel" aria-label="回放">
      <h2 className="panel-title">回放</h2>
      <p className="m-0 px-3 md:px-4 py-3 text-small text-ink-2">{fault}。</p>
    </section>
  );
}

/** The recording, and the part of it that is shown. */
function RecordingPanel({ room, onRoom }: Props) {
  const player = useRef<Player>(null);
  const isReplay = room.is_replay === 1;
  const { form, field, fill, errors, isBusy } = useForm({
    names: ['from', 'to'],
    showsRefusal: true,
    send: (texts) => save(1, texts),
    onSent: (now: DeskRoom) => took(now, '回放已展示'),
  });
  const hide = useForm({
    names: [],
    showsRefusal: true,
    send: () =>
      save(0, {
        from: secondOf(room.replay_from || room.started_at),
        to: secondOf(room.replay_to || room.ended_at),
      }),
    onSent: (now: DeskRoom) => took(now, '回放已撤下'),
  });

  function save(isOn: 0 | 1, texts: { from: string; to: string }) {
    return cutRoom({ id: room.id, revision: room.revision, is_replay: isOn, ...texts });
  }
  function took(now: DeskRoom, text: string) {
    onRoom(now);
    showToast('success', text);
  }
  /** The moment of the picture that is shown now. */
  function mark(name: 'from' | 'to') {
    const at = player.current?.clock() ?? null;
    if (at === null) showToast('warning', '画面还没有打开');
    else fill({ [name]: secondKey(at) });
  }

  return (
    <section className="panel" aria-label="回放">
      <div className="panel-title">
        <h2 className="flex-1">回放</h2>
        <span className="text-small text-ink-2">{isReplay ? '展示中' : '没有展示'}</span>
      </div>
      <div className="grid gap-4 md:grid-cols-2 px-3 md:px-4 py-3">
        <Preview
          title={room.title}
          playback={room.playback}
          isReplay
          words={captionsAddress(room)}
          player={player}
        />
        <div className="grid gap-3 content-start">
          <form {...form} className="grid gap-3">
            {(['from', 'to'] as const).map((name) => (
              <Field
                key={name}
                label={name === 'from' ? '开始' : '结束'}
                maxLength={19}
                required
                end={
                  <Button kind="text" size="small" onClick={() => mark(name)}>
                    取当前画面
                  </Button>
                }
                {...field(
                  name,
                  secondOf(
                    name === 'from' ? room.replay_from || room.started_at : room.replay_to || room.ended_at,
                  ),
                )}
              />
            ))}
            <FormNotice text={errors.form ?? hide.errors.form} />
            <p className="flex gap-2 m-0">
              <Button type="submit" busy={isBusy}>
                {isReplay ? '保存' : '展示回放'}
              </Button>
            </p>
          </form>
          {isReplay && (
            <form {...hide.form}>
              <Button type="submit" kind="plain" size="small" busy={hide.isBusy}>
                撤下回放
              </Button>
            </form>
          )}
          <CaptionsBox room={room} onRoom={onRoom} />
        </div>
      </div>
    </section>
  );
}
