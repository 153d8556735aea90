import { useState } from 'react';
import { Button } from '#islands/ui/Button.tsx';
import { momentText } from '#islands/ui/moments.ts';
import { call } from '#lib/client/api.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import { api } from '#lib/contract/api.ts';
import type { PaperCalendar } from '#lib/contract/papers.ts';

/** 日历订阅: the expiry dates of the licences in a calendar program, by an address that is shown once. */
export function CalendarBox({ initial }: { initial: PaperCalendar }) {
  const [calendar, setCalendar] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const { version, opened_at: openedAt, url } = calendar;
  const isOpen = openedAt !== '';

  async function change(act: (version: number) => Promise<PaperCalendar>) {
    setBusy(true);
    try {
      setCalendar(await act(version));
    } catch (error) {
      react(error);
    }
    setBusy(false);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      showToast('success', '订阅地址已复制');
    } catch {
      showToast('warning', '浏览器不允许复制，请选中地址后手工复制');
    }
  }

  return (
    <section className="panel mt-3" aria-labelledby="calendar">
      <h2 id="calendar" className="panel-title">
        日历订阅
      </h2>
      <div className="grid gap-2 p-3 md:p-4 text-small">
        <p className="text-ink-2">
          把证件到期日放进手机或电脑的日历，更换证件后自动更新，不含金额。知道地址的人都能看到，请勿转发；离职或泄露时点停用，地址立即失效。
        </p>
        {url !== '' && (
          <div className="field">
            <label htmlFor="calendar-url">订阅地址，只显示这一次</label>
            <input
              id="calendar-url"
              className="input"
              readOnly
              value={url}
              onFocus={(event) => event.target.select()}
            />
          </div>
        )}
        {isOpen && url === '' && (
          <p>已于 {momentText(openedAt)} 生成订阅地址。忘记了可以换一个，旧地址随即失效。</p>
        )}
        <p className="flex flex-wrap gap-2">
          {url !== '' && (
            <Button size="small" onClick={() => void copy()}>
              复制地址
            </Button>
          )}
          <Button
            kind="plain"
            size="small"
            busy={isBusy}
            onClick={() => void change((version) => call(api.openPaperCalendar, { version }))}
          >
            {isOpen ? '换一个地址' : '生成订阅地址'}
          </Button>
          {isOpen && (
            <Button
              kind="text"
              size="small"
              busy={isBusy}
              onClick={() => void change((version) => call(api.dropPaperCalendar, { version }))}
            >
              停用
            </Button>
          )}
        </p>
      </div>
    </section>
  );
}
