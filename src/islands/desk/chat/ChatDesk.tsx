import { useEffect, useRef, useState } from 'react';
import type { ComposerBox } from '#islands/chat/kit/Composer.tsx';
import { SoundButton } from '#islands/chat/kit/SoundButton.tsx';
import { Button } from '#islands/ui/Button.tsx';
import { Empty, Loading } from '#islands/ui/Faces.tsx';
import type { Outbox } from '#lib/client/stores/chat/outbox.ts';
import { soundMessage } from '#lib/client/stores/chat/sound.ts';
import type { ChatDuty, ChatQueue, ChatQueueValues } from '#lib/contract/chat/desk-schema.ts';
import { path } from '#lib/contract/routes.ts';
import { KeyButton } from '../case/KeyButton.tsx';
import { KeysHelp } from '../case/KeysHelp.tsx';
import { useKeys } from '../case/use-keys.ts';
import { AsidePanel } from './AsidePanel.tsx';
import { DutySwitch } from './DutySwitch.tsx';
import { QueuePanel } from './QueuePanel.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import { TalkPanel } from './TalkPanel.tsx';
import { type Step, useChosen } from './use-chosen.ts';
import { useDetail } from './use-detail.ts';
import { useDuty } from './use-duty.ts';
import { useDeskOutbox } from './use-outbox.ts';
import { useQueue } from './use-queue.ts';

interface Props {
  queue: ChatQueue;
  input: ChatQueueValues;
  duty: ChatDuty;
  /** The talk of the address; 0 for none. */
  talk: number;
  /** The login name, under which unsent messages stay in the browser. */
  username: string;
  /** A merchant's desk: it asks the platform for help. The platform's shows the merchant of each talk. */
  isMerchant: boolean;
}

const moreKeys = [
  ['J、K', '下一个、上一个会话'],
  ['Enter', '打开会话'],
  ['/', '写快捷回复'],
  ['N', '写回复'],
] as const;

/** The desk of service: queue, talk and company, side by side, or three steps in a narrow window. */
export function ChatDesk({
  queue: initial,
  input: first,
  duty: onDuty,
  talk: start,
  username,
  isMerchant,
}: Props) {
  const { queue, input, isBusy, look, refresh } = useQueue(initial, first);
  const { chosen, found, step, choose, setStep } = useChosen(start);
  const duty = useDuty(onDuty);
  const [isSearching, setSearching] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const box = useRef<ComposerBox>(null);
  const outbox = useDeskOutbox(username);

  // A message that was sent, or a talk that was read, changes the queue at once.
  useEffect(() => outbox?.onSent(() => void refresh().catch(() => undefined)), [outbox, refresh]);

  function move(by: 1 | -1) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-talk]') ?? [])];
    const at = rows.findIndex((row) => row.matches(':focus'));
    const from = at >= 0 ? at : rows.findIndex((row) => row.dataset.talk === String(chosen));
    rows[Math.min(rows.length - 1, Math.max(0, from + by))]?.focus();
  }
  function write(text: string) {
    if (text !== '' && box.current?.text === '') box.current.setText(text);
    box.current?.focus();
  }
  // A person who works in another tab sees it in the tab's name, and hears it where the sound is on.
  const { waiting } = queue.counts;
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting > before.current) soundMessage();
    before.current = waiting;
    const name = document.title.replace(/^\(\d+\) /, '');
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
  }, [waiting]);
  useKeys({ j: () => move(1), k: () => move(-1), n: () => write(''), '/': () => write('/') });

  const shown = (name: typeof step) => (step === name ? 'flex' : 'hidden lg:flex');
  return (
    <div className="flex flex-col gap-2 h-[calc(100dvh-72px)] min-h-420px">
      <div className={`flex-none flex-wrap items-center gap-3 ${shown('queue')}`}>
        <h1 className="text-title font-600">在线客服</h1>
        <DutySwitch {...duty} />
        <span className="flex flex-wrap gap-2 ml-auto">
          <SoundButton />
          <KeyButton keyName="s" kind="plain" onClick={() => setSearching(true)}>
            查找消息
          </KeyButton>
          <a className="btn-plain btn-small" href={path('/desk/chat-figures')}>
            客服数据
          </a>
          <KeysHelp more={moreKeys} />
        </span>
      </div>
      <div className="panel flex-1 min-h-0 grid grid-cols-[minmax(0,1fr)] lg:grid-cols-[280px_minmax(0,1fr)_240px] 2xl:grid-cols-[320px_minmax(0,1fr)_300px] overflow-hidden">
        <section
          aria-label="会话列表"
          className={`flex-col min-h-0 min-w-0 lg:border-r lg:border-r-solid border-line ${shown('queue')}`}
        >
          <QueuePanel
            queue={queue}
            duty={duty}
            input={input}
            isBusy={isBusy}
            chosen={chosen}
            showsMerchant={!isMerchant}
            list={list}
            onLook={(change) => void look(change)}
            onOpen={(id) => choose(id)}
          />
        </section>
        {chosen === 0 ? (
          <div className="hidden lg:grid lg:col-span-2 place-content-center">
            <Empty icon="i-lucide-message-square-text" title="请选择会话" text="按J、K选择，回车打开" />
          </div>
        ) : (
          <Chosen
            key={chosen}
            id={chosen}
            found={found}
            outbox={outbox}
            isMerchant={isMerchant}
            box={box}
            step={step}
            onStep={setStep}
            onChanged={() => void refresh().catch(() => undefined)}
          />
        )}
      </div>
      {isSearching && (
        <SearchDialog
          talk={chosen}
          onClose={() => setSearching(false)}
          onShow={(id, seq) => {
            setSearching(false);
            choose(id, seq);
          }}
        />
      )}
    </div>
  );
}

interface ChosenProps {
  id: number;
  found: number;
  outbox: Outbox | null;
  isMerchant: boolean;
  box: Parameters<typeof TalkPanel>[0]['box'];
  step: Step;
  onStep: (step: Step) => void;
  onChanged: () => void;
}

/** The open talk with the company beside it. */
function Chosen({ id, found, outbox, isMerchant, box, step, onStep, onChanged }: ChosenProps) {
  const { talk, problem, take, reload } = useDetail(id);
  const shown = (name: Step) => (step === name ? 'flex' : 'hidden lg:flex');
  if (talk === null || outbox === null)
    return (
      <div className={`flex-col lg:col-span-2 ${step === 'queue' ? 'hidden lg:flex' : 'flex'}`}>
        {problem === '' ? (
          <Loading rows={5} />
        ) : (
          <Empty icon="i-lucide-cloud-off" title="会话打不开" text={problem}>
            <Button kind="ghost" onClick={reload}>
              重新加载
            </Button>
            <Button kind="plain" className="lg:hidden" onClick={() => onStep('queue')}>
              返回会话列表
            </Button>
          </Empty>
        )}
      </div>
    );
  return (
    <>
      <section
        aria-label={`与${talk.company.name}的会话`}
        className={`flex-col min-h-0 min-w-0 ${shown('talk')}`}
      >
        <TalkPanel
          talk={talk}
          outbox={outbox}
          found={found}
          isMerchant={isMerchant}
          box={box}
          onTalk={(now) => {
            take(now);
            onChanged();
          }}
          onBack={() => onStep('queue')}
          onAside={() => onStep('aside')}
        />
      </section>
      <aside
        aria-label="企业资料"
        className={`flex-col min-h-0 min-w-0 lg:border-l lg:border-l-solid border-line ${shown('aside')}`}
      >
        <p className="lg:hidden flex-none m-0 px-3 py-1.5 border-b border-b-solid border-line">
          <button type="button" className="btn-text btn-small" onClick={() => onStep('talk')}>
            <span className="i-lucide-chevron-left" aria-hidden="true" />
            返回会话
          </button>
        </p>
        <div className="flex-1 min-h-0 overflow-y-auto">
          <AsidePanel
            talk={talk}
            onSend={
              talk.may_answer === 1
                ? (card) => {
                    void outbox.add(id, { text: '', card: { ...card, title: '' } });
                    onStep('talk');
                  }
                : undefined
            }
          />
        </div>
      </aside>
    </>
  );
}
