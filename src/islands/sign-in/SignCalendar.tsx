import type { SignInOutput } from '#lib/contract/sign-in.ts';
import { dayAfter, monthOf } from '#lib/rules/points/sign-in.ts';

interface Props {
  state: SignInOutput;
  mayMakeUp: boolean;
  onMonth: (month: string) => void;
  onMakeUp: (day: string) => void;
}

const cell = 'grid place-items-center content-center w-full h-bar rounded-2 text-body num';

/** A month of signed days; a missed one that can be made up is a button. */
export function SignCalendar({ state, mayMakeUp, onMonth, onMakeUp }: Props) {
  const { month, today, since } = state;
  const { blanks, days } = monthOf(month);
  const signed = new Map(state.days.map((one) => [one.day, one]));
  const neighbour = (day: string | undefined, step: number) => dayAfter(day ?? today, step).slice(0, 7);
  const isThis = month >= today.slice(0, 7);

  function face(day: string) {
    const found = signed.get(day);
    const number = Number(day.slice(8));
    if (found)
      return (
        <span className={`${cell} bg-primary-wash text-primary-ink font-600`}>
          {number}
          <span className="text-note font-400">
            <span className="sr-only">{found.is_made_up === 1 ? '已补签' : '已签到'}</span>+{found.points}
          </span>
        </span>
      );
    if (day < today && day >= since)
      return (
        <button
          type="button"
          className={`${cell} border border-dashed border-line-strong bg-transparent text-ink-2 hover:(border-primary text-primary)`}
          disabled={!mayMakeUp}
          onClick={() => onMakeUp(day)}
        >
          {number}
          <span className="text-note">补签</span>
        </button>
      );
    return (
      <span
        className={`${cell} ${day === today ? 'border border-solid border-primary text-primary font-600' : 'text-ink-2'}`}
      >
        {number}
        {day === today && <span className="text-note font-400">今天</span>}
      </span>
    );
  }

  return (
    <div className="p-4 md:p-6">
      <div className="flex items-center gap-2 mb-3">
        <button
          type="button"
          className="btn-plain btn-small"
          aria-label="上个月"
          onClick={() => onMonth(neighbour(days[0], -1))}
        >
          <span className="i-lucide-chevron-left" aria-hidden="true" />
        </button>
        <h2 className="text-body num" aria-live="polite">
          {month.slice(0, 4)}年{Number(month.slice(5))}月
        </h2>
        <button
          type="button"
          className="btn-plain btn-small"
          aria-label="下个月"
          disabled={isThis}
          onClick={() => onMonth(neighbour(days.at(-1), 1))}
        >
          <span className="i-lucide-chevron-right" aria-hidden="true" />
        </button>
      </div>
      <table className="w-full table-fixed border-separate border-spacing-1" aria-label="签到日历">
        <thead>
          <tr className="text-small text-ink-2">
            {['一', '二', '三', '四', '五', '六', '日'].map((name) => (
              <th key={name} scope="col" className="font-400 py-1">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{weeksOf(blanks, days).map(({ key, week }) => row(key, week, face))}</tbody>
      </table>
    </div>
  );
}

function row(key: string, week: readonly (string | null)[], face: (day: string) => React.ReactNode) {
  return (
    <tr key={key}>
      {week.map((day, at) => (
        <td key={at} className="p-0">
          {day !== null && face(day)}
        </td>
      ))}
    </tr>
  );
}

/** Rows of seven; a null is a place of another month. */
function weeksOf(blanks: number, days: readonly string[]): { key: string; week: (string | null)[] }[] {
  const places = [...new Array<null>(blanks).fill(null), ...days];
  const weeks = [];
  for (let at = 0; at < places.length; at += 7) {
    const week = Array.from({ length: 7 }, (_, place) => places[at + place] ?? null);
    weeks.push({ key: String(at), week });
  }
  return weeks;
}
