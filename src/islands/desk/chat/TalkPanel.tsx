import { type RefObject, useState } from 'react';
import type { ComposerBox } from '#islands/chat/kit/Composer.tsx';
import { TalkBody } from '#islands/chat/kit/TalkBody.tsx';
import { Button } from '#islands/ui/Button.tsx';
import type { Outbox } from '#lib/client/stores/chat/outbox.ts';
import { closeTalk, deskChat, takeTalk } from '#lib/client/stores/desk/chat.ts';
import { react } from '#lib/client/stores/shell/react.ts';
import { showToast } from '#lib/client/stores/shell/toasts.ts';
import type { DeskTalkDetail } from '#lib/contract/chat/desk-schema.ts';
import { cannedFields } from '#lib/rules/chat/canned.ts';
import { tableOf } from '#lib/rules/terms/keys.ts';
import { CannedDialog } from './CannedDialog.tsx';
import { CannedList } from './CannedList.tsx';
import { CardDialog } from './CardDialog.tsx';
import { EscalateDialog } from './EscalateDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { type TalkAct, TalkHead } from './TalkHead.tsx';
import { TransferDialog } from './TransferDialog.tsx';
import { useCanned } from './use-canned.ts';
import { useColleagues } from './use-colleagues.ts';

interface Props {
  talk: DeskTalkDetail;
  outbox: Outbox;
  /** A search's hit; 0 for none. */
  found: number;
  isMerchant: boolean;
  box: RefObject<ComposerBox | null>;
  onTalk: (talk: DeskTalkDetail) => void;
  onBack: () => void;
  onAside: () => void;
}

type Open = 'transfer' | 'escalate' | 'export' | 'canned' | 'card';

const listId = 'chat-canned';

/** One talk: its messages, the box with canned answers and cards, and the acts on it. */
export function TalkPanel(props: Props) {
  const { talk, outbox, box, onTalk } = props;
  const { id } = talk;
  const [open, setOpen] = useState<Open | null>(null);
  const [busy, setBusy] = useState<TalkAct | null>(null);
  const [typed, setTyped] = useState('');
  const colleagues = useColleagues(id, talk.fields.客服 ?? '');
  const canned = useCanned({
    typed,
    values: tableOf(cannedFields, (name) => talk.fields[name] ?? ''),
    onPick({ text, missing }) {
      box.current?.setText(text);
      box.current?.focus();
      if (missing.length > 0) showToast('info', `请补充${missing.map((name) => `{${name}}`).join('、')}`);
    },
  });

  async function run(act: 'take' | 'close') {
    setBusy(act);
    try {
      onTalk(await (act === 'take' ? takeTalk(id) : closeTalk(id)));
      if (act === 'take') box.current?.focus();
      else showToast('success', '会话已结束');
    } catch (error) {
      react(error);
    }
    setBusy(null);
  }

  function act(chosen: TalkAct) {
    if (chosen === 'take' || chosen === 'close') void run(chosen);
    else setOpen(chosen);
  }

  const close = () => setOpen(null);
  const done = (now: DeskTalkDetail) => {
    onTalk(now);
    close();
  };
  return (
    <>
      <TalkHead
        talk={talk}
        colleagues={colleagues}
        busy={busy}
        isMerchant={props.isMerchant}
        onAct={act}
        onBack={props.onBack}
        onAside={props.onAside}
      />
      <TalkBody
        side={deskChat}
        outbox={outbox}
        talk={id}
        name={talk.company.name}
        found={props.found}
        box={box}
        onText={setTyped}
        onKey={canned.onKey}
        note={
          talk.may_answer === 0 && <Closed talk={talk} isBusy={busy === 'take'} onTake={() => act('take')} />
        }
        tools={
          <>
            <Tool icon="i-lucide-zap" label="快捷回复" onPress={() => setOpen('canned')} />
            <Tool icon="i-lucide-credit-card" label="发送卡片" onPress={() => setOpen('card')} />
          </>
        }
      >
        {canned.isOpen && (
          <div className="relative">
            <CannedList id={listId} list={canned.list} marked={canned.marked} onPick={canned.pick} />
          </div>
        )}
      </TalkBody>
      {open === 'transfer' && <TransferDialog talk={talk} onClose={close} onDone={done} />}
      {open === 'escalate' && <EscalateDialog id={id} onClose={close} onDone={done} />}
      {open === 'export' && <ExportDialog id={id} company={talk.company.name} onClose={close} />}
      {open === 'canned' && <CannedDialog onClose={close} />}
      {open === 'card' && (
        <CardDialog
          onClose={close}
          onSend={(card) => void outbox.add(id, { text: '', card: { ...card, title: '' } })}
        />
      )}
    </>
  );
}

interface ToolProps {
  icon: string;
  label: string;
  onPress: () => void;
}

function Tool({ icon, label, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="icon-button flex-none w-touch h-touch"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <span className={`${icon} text-large`} aria-hidden="true" />
    </button>
  );
}

interface ClosedProps {
  talk: DeskTalkDetail;
  isBusy: boolean;
  onTake: () => void;
}

/** In the place of the box while a colleague answers. */
function Closed({ talk, isBusy, onTake }: ClosedProps) {
  const { assignee } = talk;
  return (
    <p className="flex flex-none flex-wrap items-center gap-3 m-0 px-3 py-2 border-t border-t-solid border-line text-small text-ink-2">
      {assignee === null ? '现在不能回复这个会话' : `${assignee.name}正在接待，接管后可以回复`}
      {assignee !== null && (
        <Button kind="ghost" size="small" busy={isBusy} onClick={onTake}>
          接管
        </Button>
      )}
    </p>
  );
}
