import { useState } from 'react';
import { Tick } from '#islands/ui/Tick.tsx';
import { call } from '#lib/client/api.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { api } from '#lib/contract/api.ts';
import type { TextChoices as Choices } from '#lib/contract/messages.ts';

/** 短信提醒: which kinds of messages go to one's own telephone as well. */
export function TextChoices({ initial }: { initial: Choices }) {
  const [{ phone, list }, setChoices] = useState(initial);

  async function choose(kind: Choices['list'][number]['kind'], isOn: boolean) {
    const show = (shown: boolean) =>
      setChoices((now) => ({
        ...now,
        list: now.list.map((one) => (one.kind === kind ? { ...one, is_on: shown ? 1 : 0 } : one)),
      }));
    show(isOn);
    try {
      const saved = await call(api.setTextChoice, { kind, is_on: isOn ? 1 : 0 });
      show(saved.list.some((one) => one.kind === kind && one.is_on === 1));
    } catch (error) {
      show(!isOn);
      react(error);
    }
  }

  return (
    <section className="panel mt-3" aria-labelledby="texts">
      <h2 id="texts" className="panel-title">
        短信提醒
      </h2>
      <div className="grid gap-1 p-3 md:p-4 text-small">
        <p className="text-ink-2">
          {phone === ''
            ? '您的账号没有绑定手机号，收不到短信。'
            : `勾选的消息同时发短信到 ${phone}，每天8点到21点发送，夜间的等到早上。只对您自己的账号生效。`}
        </p>
        <div className="flex flex-wrap gap-x-6">
          {list.map(({ kind, text, is_on }) => (
            <Tick
              key={kind}
              label={text}
              isLabelShown
              isOn={is_on === 1}
              isDisabled={phone === ''}
              onChange={(isOn) => void choose(kind, isOn)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
