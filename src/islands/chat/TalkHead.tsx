import type { ReactNode } from 'react';
import type { Talk } from '#lib/contract/chat/calls.ts';
import { platformService } from '#lib/contract/chat/limits.ts';
import { SoundButton } from './kit/SoundButton.tsx';

interface Props {
  talk: Talk;
  /** Leads back to the list. */
  onBack: () => void;
  /** On a wide screen the list is shown beside it. */
  isPage: boolean;
  onSearch: () => void;
  /** Undefined for those who may not ask. */
  onEscalate: (() => void) | undefined;
  /** The frame's own buttons: close. */
  children?: ReactNode;
}

/** Name of the other side, and whether its service is on duty. */
export function TalkHead({ talk, onBack, isPage, onSearch, onEscalate, children }: Props) {
  const { merchant } = talk;
  const isAsked = talk.state === 'waiting' || talk.state === 'open';
  const mayEscalate = isAsked && merchant.id !== platformService && talk.is_escalated === 0;
  return (
    <header className="flex flex-none items-center gap-1 h-head pl-1 pr-1 border-b border-b-solid border-line">
      <button
        type="button"
        className={`icon-button flex-none w-touch h-touch ${isPage ? 'lg:hidden' : ''}`}
        aria-label="返回会话列表"
        onClick={onBack}
      >
        <span className="i-lucide-chevron-left text-large" aria-hidden="true" />
      </button>
      <div className={`flex-1 min-w-0 ${isPage ? 'lg:pl-2' : ''}`}>
        <h2 className="text-lead leading-20px truncate">
          {merchant.link === '' ? merchant.name : <a href={merchant.link}>{merchant.name}</a>}
        </h2>
        <p className="text-note leading-16px text-ink-2 truncate" aria-live="polite">
          {stateOf(talk)}
        </p>
      </div>
      {mayEscalate && onEscalate && (
        <button type="button" className="btn-text btn-small" onClick={onEscalate}>
          平台介入
        </button>
      )}
      <button type="button" className="icon-button" aria-label="搜索聊天记录" onClick={onSearch}>
        <span className="i-lucide-search text-head" aria-hidden="true" />
      </button>
      <SoundButton />
      {children}
    </header>
  );
}

function stateOf({ is_on_duty: isOnDuty, answers, is_escalated: isEscalated }: Talk): string {
  const isThere = isOnDuty === 1 ? '在线' : '现在没有客服在线';
  const who = answers === '' ? isThere : `${answers}为您服务`;
  return isEscalated === 1 ? `平台已介入 · ${who}` : who;
}
