import { Tag } from '#islands/ui/Tag.tsx';
import type { DeskTalk } from '#lib/contract/chat/desk-schema.ts';
import { badgeText } from '#lib/contract/constants.ts';
import { countdownText, isWaitLate, unassignedText, waitedText } from '#lib/rules/chat/queue-text.ts';
import { timeOfTalk } from './talk-time.ts';

interface Props {
  talk: DeskTalk;
  isChosen: boolean;
  /** The server's time; 0 before it is known. */
  now: number;
  /** Names the merchant: at the platform's desk. */
  showsMerchant: boolean;
  onOpen: () => void;
}

/** One talk of the queue: the company, what was written last, how long it waits and who answers. */
export function QueueRow({ talk, isChosen, now, showsMerchant, onOpen }: Props) {
  const { company, merchant, last, unread, assignee } = talk;
  const waits = talk.waits_since === null ? null : Date.parse(talk.waits_since);
  const returns = talk.returns_at === null ? null : Date.parse(talk.returns_at);
  return (
    <li>
      <button
        type="button"
        data-talk={talk.id}
        aria-current={isChosen || undefined}
        className={`grid gap-0.5 w-full px-3 py-2 border-0 border-b border-b-solid border-line text-left cursor-pointer text-small focus-visible:-outline-offset-2 ${isChosen ? 'bg-primary-wash' : 'bg-transparent hover:bg-card-dim'}`}
        onClick={onOpen}
      >
        <span className="flex items-center gap-2 min-w-0">
          <b className="min-w-0 truncate text-body font-600">{company.name}</b>
          {talk.is_escalated === 1 && <Tag kind="warn">已升级</Tag>}
          {last && (
            <span className="ml-auto flex-none text-note text-ink-2 num">{timeOfTalk(last.at, now)}</span>
          )}
        </span>
        <span className="flex items-center gap-2 min-w-0">
          <span className="min-w-0 flex-1 truncate text-ink-2">
            {last === null ? '还没有消息' : `${last.name}：${last.text}`}
          </span>
          {unread > 0 && (
            <span className="badge flex-none">
              {badgeText(unread)}
              <span className="sr-only">条未读</span>
            </span>
          )}
        </span>
        <span className="flex flex-wrap gap-x-2 text-note text-ink-2">
          {showsMerchant && <span className="truncate">{merchant.name}</span>}
          <span>{assignee === null ? unassignedText(talk, talk.state_text) : `${assignee.name}接待`}</span>
          {waits !== null && now > 0 && (
            <span className={isWaitLate(waits, now) ? 'text-price-ink font-600' : ''}>
              {waitedText(waits, now)}
            </span>
          )}
          {returns !== null && now > 0 && (
            <span className="num">{countdownText(returns, now)}后转给下一位</span>
          )}
        </span>
      </button>
    </li>
  );
}
