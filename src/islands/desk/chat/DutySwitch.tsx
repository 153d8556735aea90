import type { Duty } from './use-duty.ts';

/** The switch between 在线 and 离线. */
export function DutySwitch({ duty, isBusy, turn }: Duty) {
  const isOn = duty.is_on === 1;
  const others = duty.people.filter(({ is_on: on }) => on === 1).length;
  return (
    <span className="flex items-center gap-3 text-small">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-label="在线接待"
        disabled={isBusy}
        className={`inline-flex items-center gap-2 h-tool px-3 rounded border border-solid cursor-pointer ${isOn ? 'border-primary bg-primary-wash text-primary-ink' : 'border-line-strong bg-card text-ink-2'}`}
        onClick={turn}
      >
        <span
          className={`w-8px h-8px rounded-full ${isOn ? 'bg-primary' : 'bg-line-strong'}`}
          aria-hidden="true"
        />
        {isOn ? '在线' : '离线'}
      </button>
      <span
        className="text-ink-2"
        title={duty.people
          .map((one) => `${one.name}${one.is_on === 1 ? ` 接待${one.open}家` : ' 离线'}`)
          .join('，')}
      >
        {others}人在线
      </span>
    </span>
  );
}
