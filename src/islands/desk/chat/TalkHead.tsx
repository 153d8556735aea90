import { Tag } from '#islands/ui/Tag.tsx';
import type { DeskTalkDetail } from '#lib/contract/chat/desk-schema.ts';
import { platformService } from '#lib/contract/chat/limits.ts';
import { countdownText, unassignedText, waitedText } from '#lib/rules/chat/queue-text.ts';
import { KeyButton } from '../case/KeyButton.tsx';
import type { Colleagues } from './use-colleagues.ts';
import { useNow } from './use-now.ts';

export type TalkAct = 'take' | 'transfer' | 'close' | 'escalate' | 'export';

interface Props {
  talk: DeskTalkDetail;
  colleagues: Colleagues;
  /** The act that runs; null for none. */
  busy: TalkAct | null;
  /** A merchant's desk: the platform can be asked for help. */
  isMerchant: boolean;
  onAct: (act: TalkAct) => void;
  /** The steps of a narrow window. */
  onBack: () => void;
  onAside: () => void;
}

/** Who it is, who answers and who looks on, with the acts. */
export function TalkHead(props: Props) {
  const { talk, colleagues, busy, isMerchant, onAct } = props;
  const { state, assignee, is_mine: isMine } = talk;
  const isOpen = state === 'open' || state === 'waiting';
  // The platform answers in a merchant's talk without taking it.
  const isOurs = isMerchant || talk.merchant.id === platformService;
  return (
    <header className="flex-none border-b border-b-solid border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 min-h-title">
        <button
          type="button"
          className="lg:hidden icon-button -ml-2"
          aria-label="返回会话列表"
          onClick={props.onBack}
        >
          <span className="i-lucide-chevron-left text-head" aria-hidden="true" />
        </button>
        <h2 className="min-w-0 truncate text-title">{talk.company.name}</h2>
        <Tag kind={state === 'waiting' ? 'warn' : 'soft'}>{talk.state_text}</Tag>
        {talk.is_escalated === 1 && <Tag kind="warn">已升级</Tag>}
        <span className="flex flex-wrap gap-2 ml-auto">
          {isOurs && isOpen && isMine === 0 && (
            <KeyButton keyName="a" busy={busy === 'take'} onClick={() => onAct('take')}>
              {assignee === null ? '接入' : '接管'}
            </KeyButton>
          )}
          {isOpen && isMine === 1 && (
            <KeyButton keyName="t" kind="plain" onClick={() => onAct('transfer')}>
              转接
            </KeyButton>
          )}
          {isOpen && isMine === 1 && (
            <KeyButton keyName="e" kind="plain" busy={busy === 'close'} onClick={() => onAct('close')}>
              结束
            </KeyButton>
          )}
          {isMerchant && isOpen && talk.is_escalated === 0 && (
            <KeyButton keyName="u" kind="plain" onClick={() => onAct('escalate')}>
              升级
            </KeyButton>
          )}
          <KeyButton keyName="x" kind="plain" busy={busy === 'export'} onClick={() => onAct('export')}>
            导出
          </KeyButton>
          <button type="button" className="lg:hidden btn-plain btn-small" onClick={props.onAside}>
            企业资料
          </button>
        </span>
      </div>
      <p className="flex flex-wrap gap-x-3 m-0 px-3 pb-1.5 text-note text-ink-2" role="status">
        <Clock talk={talk} />
        {colleagues.typing.length > 0 && (
          <b className="font-600 text-price-ink">{colleagues.typing.join('、')}正在回复</b>
        )}
        {colleagues.viewing.length > 0 && <span>{colleagues.viewing.join('、')}也在看</span>}
      </p>
    </header>
  );
}

/** Who answers, how long the company waits, and when the talk goes to the next person. */
function Clock({ talk }: { talk: DeskTalkDetail }) {
  const { assignee, is_mine: isMine, waits_since: waits, returns_at: returns } = talk;
  const now = useNow(1_000);
  return (
    <>
      <span>
        {assignee === null
          ? unassignedText(talk, '还没有人接待')
          : isMine === 1
            ? '您在接待'
            : `${assignee.name}在接待`}
      </span>
      {waits !== null && now > 0 && (
        // The seconds are not read out.
        <span aria-hidden="true">{waitedText(Date.parse(waits), now)}</span>
      )}
      {returns !== null && now > 0 && (
        <span className="num" aria-hidden="true">
          {countdownText(Date.parse(returns), now)}后转给下一位
        </span>
      )}
    </>
  );
}
