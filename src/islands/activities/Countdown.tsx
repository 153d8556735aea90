import { dayText } from '#islands/ui/moments.ts';
import { serverNow } from '#lib/client/clock.ts';
import { countdown } from '#lib/rules/terms/activity-time.ts';
import { type Span, usePhase, useTimeLeft } from './use-phase.ts';

const words = { upcoming: '距开始', running: '距结束', ended: '已结束' } as const;

/** Time until something begins or ends, by the server's clock. */
export function Countdown(span: Span) {
  const phase = usePhase(span);
  const left = useTimeLeft(phase === 'upcoming' ? span.start_time : span.end_time);
  if (phase === 'ended') return <p className="text-small text-ink-2">{words.ended}</p>;
  // A period of days needs no ticking clock.
  if (phase === 'running' && span.end_time - serverNow() > 2 * 86_400_000)
    return (
      <p className="text-small font-400 text-ink-2 num whitespace-nowrap">
        至 {dayText(new Date(span.end_time).toISOString())}
      </p>
    );
  const { days, hours, minutes, seconds } = countdown(left ?? 0);
  const parts = [hours, minutes, seconds].map((part) =>
    left === null ? '--' : String(part).padStart(2, '0'),
  );
  return (
    <p className="flex items-center gap-1 text-small font-400 text-ink-2 num whitespace-nowrap" role="timer">
      <span className="mr-1">{words[phase]}</span>
      {days > 0 && <span className="mr-0.5">{days}天</span>}
      {parts.map((part, at) => (
        <span key={['h', 'm', 's'][at]} className="inline-flex items-center gap-1">
          {at > 0 && ':'}
          <b className="min-w-26px px-1 rounded-tag bg-ink text-white text-center font-500">{part}</b>
        </span>
      ))}
    </p>
  );
}
