import { Check } from '#islands/ui/Check.tsx';
import { FieldGroup } from '#islands/ui/FieldGroup.tsx';
import { SelectBox } from '#islands/ui/SelectBox.tsx';
import { TextArea } from '#islands/ui/TextArea.tsx';
import { useEarly } from '#islands/ui/use-early.ts';
import type { ReviewFile } from '#lib/contract/review.ts';
import type { Draft } from './use-review.ts';

interface Props {
  file: Pick<ReviewFile, 'scopes' | 'managers'>;
  draft: Draft;
  /** Returns the changes of the current draft. */
  onDraft: (change: (now: Draft) => Partial<Draft>) => void;
}

const ranks = Array.from({ length: 10 }, (_, rank) => ({ value: String(rank), text: String(rank) }));

/** The result of an approval: scopes, rank, manager; and a text about the whole for a return. */
export function DecisionForm({ file, draft, onDraft }: Props) {
  const reason = useEarly<HTMLTextAreaElement>(({ value }) => onDraft(() => ({ reason: value })));
  return (
    <>
      <FieldGroup legend="经营范围">
        <div className="grid grid-cols-2 gap-x-3 gap-y-1">
          {file.scopes.map(({ code, is_asked: isAsked, is_held: isHeld, rests_on: papers }) => (
            <label key={code} className="flex items-center gap-2" title={papers}>
              <Check
                type="checkbox"
                checked={draft.scopes.includes(code)}
                onPick={(isOn) =>
                  onDraft(({ scopes }) => {
                    const others = scopes.filter((one) => one !== code);
                    return { scopes: isOn ? [...others, code] : others };
                  })
                }
              />
              <span>
                {code}
                {isAsked === 1 && <span className="text-note text-ink-2"> 申请</span>}
                {isHeld === 0 && <span className="text-note text-price"> 无有效资质</span>}
              </span>
            </label>
          ))}
        </div>
      </FieldGroup>
      <div className="grid grid-cols-2 gap-3">
        <div className="field">
          <SelectBox
            label="会员等级"
            name="rank"
            options={ranks}
            value={draft.rank}
            onChange={({ target }) => onDraft(() => ({ rank: target.value }))}
          />
        </div>
        <div className="field">
          <SelectBox
            label="客户经理"
            name="manager"
            options={[
              { value: '', text: '没有' },
              ...file.managers.map(({ id, name }) => ({ value: String(id), text: name })),
            ]}
            value={draft.manager}
            onChange={({ target }) => onDraft(() => ({ manager: target.value }))}
          />
        </div>
      </div>
      <TextArea
        label="整体退回原因（选填）"
        name="reason"
        rows={2}
        maxLength={300}
        ref={reason}
        value={draft.reason}
        onChange={({ target }) => onDraft(() => ({ reason: target.value }))}
      />
    </>
  );
}
