import { Button } from '#islands/ui/Button.tsx';
import { FieldShell } from '#islands/ui/FieldShell.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TypedBox } from '#islands/ui/TypedBox.tsx';
import { entriesOf } from '#lib/rules/terms/keys.ts';
import { oddsText, type PrizeKind } from '#lib/rules/wheel/prizes.ts';
import { maxPrizes } from '#lib/rules/wheel/wheel.ts';
import { boxesOfKind, countsOf, kindTexts, newPrize, type PrizeBox, type PrizeTexts } from './prize-texts.ts';

interface Props {
  prizes: readonly PrizeTexts[];
  /** The wheel is opened: its prizes stay, and their number only grows. */
  isOpened: boolean;
  onChange: (prizes: PrizeTexts[]) => void;
}

const kinds = entriesOf(kindTexts).map(([value, text]) => ({ value, text }));
const kindOf = (text: string): PrizeKind => kinds.find(({ value }) => value === text)?.value ?? 'nothing';

/** The prizes of a wheel with their tickets and odds. */
export function PrizeRows({ prizes, isOpened, onChange }: Props) {
  const counts = countsOf(prizes);
  const tickets = counts.reduce((sum, { count }) => sum + count, 0);
  const put = (at: number, part: Partial<PrizeTexts>) =>
    onChange(prizes.map((prize, place) => (place === at ? { ...prize, ...part } : prize)));
  return (
    <fieldset data-field="prizes" tabIndex={-1} className="grid gap-3 m-0 p-0 border-0">
      <legend className="mb-2 p-0 font-600">奖品（共{tickets}张奖券，一张一次）</legend>
      {prizes.map((prize, at) => {
        const isKept = isOpened && prize.id > 0;
        const boxOf = (name: PrizeBox, label: string) => (
          <FieldShell key={name} label={label}>
            {(box) => (
              <TypedBox
                {...box}
                className="input px-2"
                value={prize[name]}
                disabled={isKept && name !== 'count'}
                maxLength={name === 'remarks' ? 100 : 30}
                inputMode={name === 'name' || name === 'remarks' ? 'text' : 'decimal'}
                onType={(text) => put(at, { [name]: text })}
              />
            )}
          </FieldShell>
        );
        return (
          <fieldset
            key={prize.key}
            className="grid gap-x-4 gap-y-2 grid-cols-2 md:grid-cols-4 xl:grid-cols-8 items-end m-0 p-0 border-0"
          >
            <legend className="sr-only">第{at + 1}个奖品</legend>
            <div className="field text-small">
              <SelectBox
                label="种类"
                options={kinds}
                value={prize.kind}
                disabled={isKept}
                onChange={(event) => put(at, { kind: kindOf(event.target.value) })}
              />
            </div>
            {boxOf('name', '名称')}
            {boxOf('count', isKept ? `奖券（至少${prize.least}）` : '奖券')}
            {boxesOfKind[prize.kind].map(([name, label]) => boxOf(name, label))}
            {boxOf('remarks', '说明（选填）')}
            <p className="m-0 flex items-center gap-3 h-control text-small num">
              {oddsText(counts[at]?.count ?? 0, tickets)}
              {!isKept && (
                <Button
                  kind="text"
                  size="small"
                  onClick={() => onChange(prizes.filter((_, place) => place !== at))}
                >
                  删除
                </Button>
              )}
            </p>
          </fieldset>
        );
      })}
      {prizes.length < maxPrizes && (
        <p className="m-0 flex gap-2">
          <Button kind="plain" size="small" onClick={() => onChange([...prizes, newPrize('points', '')])}>
            添加奖品
          </Button>
          {!prizes.some(({ kind }) => kind === 'nothing') && (
            <Button
              kind="plain"
              size="small"
              onClick={() => onChange([...prizes, newPrize('nothing', '谢谢参与')])}
            >
              添加“谢谢参与”
            </Button>
          )}
        </p>
      )}
    </fieldset>
  );
}
