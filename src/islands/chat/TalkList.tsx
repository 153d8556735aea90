import { Empty, Failed, Loading } from '#islands/ui/Faces.tsx';
import { Tag } from '#islands/ui/Tag.tsx';
import type { Talk } from '#lib/contract/chat/calls.ts';
import { platformService } from '#lib/contract/chat/limits.ts';
import { badgeText } from '#lib/contract/constants.ts';
import { shortMoment } from './kit/times.ts';

interface Props {
  /** Null before they are known. */
  talks: readonly Talk[] | null;
  hasFailed: boolean;
  /** The open one; 0 for none. */
  current: number;
  onChoose: (id: number) => void;
  /** Opens the talk with a merchant's service. */
  onOpen: (merchant: number) => void;
  onRetry: () => void;
}

/** The company's talks, the last written first; the platform's service is always there. */
export function TalkList({ talks, hasFailed, current, onChoose, onOpen, onRetry }: Props) {
  if (talks === null)
    return (
      // As high as the list will be, so that the content below does not move when it is loaded.
      <div className="flex-1 min-h-0">{hasFailed ? <Failed onRetry={onRetry} /> : <Loading rows={4} />}</div>
    );
  const hasPlatform = talks.some(({ merchant }) => merchant.id === platformService);
  return (
    <nav aria-label="会话" className="flex-1 min-h-0 overflow-y-auto">
      {!hasPlatform && (
        <button type="button" className={row} onClick={() => onOpen(platformService)}>
          <span className={mark}>
            <span className="i-lucide-headset text-head" aria-hidden="true" />
          </span>
          <span className="min-w-0">
            <b className="block font-600">平台客服</b>
            <span className="block text-note text-ink-2">账号、付款、资质和售后问题</span>
          </span>
        </button>
      )}
      <ul>
        {talks.map((talk) => (
          <li key={talk.id}>
            <button
              type="button"
              className={row}
              aria-current={talk.id === current ? 'true' : undefined}
              data-talk={talk.id}
              onClick={() => onChoose(talk.id)}
            >
              <span className={mark}>
                <span
                  className={`${talk.merchant.id === platformService ? 'i-lucide-headset' : 'i-lucide-store'} text-head`}
                  aria-hidden="true"
                />
              </span>
              <span className="min-w-0">
                <span className="flex items-baseline gap-2">
                  <b className="flex-1 min-w-0 truncate font-600">{talk.merchant.name}</b>
                  {talk.last && (
                    <time className="text-note text-ink-2 num" dateTime={talk.last.at}>
                      {shortMoment(talk.last.at)}
                    </time>
                  )}
                </span>
                <span className="flex items-center gap-2 text-small text-ink-2">
                  <span className="flex-1 min-w-0 truncate">
                    {talk.last ? `${talk.last.name}：${talk.last.text}` : talk.state_text}
                  </span>
                  {talk.is_escalated === 1 && <Tag kind="warn">平台介入</Tag>}
                  {talk.unread > 0 && (
                    <span className="badge">
                      {badgeText(talk.unread)}
                      <span className="sr-only">条未读</span>
                    </span>
                  )}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {talks.length === 0 && (
        <Empty
          icon="i-lucide-messages-square"
          title="还没有咨询"
          text="在商品、订单、售后和商家页点“联系商家”，会带上要问的内容。"
        />
      )}
    </nav>
  );
}

const row =
  'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 w-full px-3 py-2.5 border-0 border-b border-b-solid border-line bg-transparent text-left cursor-pointer hover:bg-primary-wash aria-[current=true]:bg-primary-wash';
const mark = 'grid place-items-center w-control h-control rounded-full bg-primary-wash text-primary';
