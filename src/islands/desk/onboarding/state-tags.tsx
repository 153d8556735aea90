import { Tag } from '#islands/ui/Tag.tsx';
import type { TagKind } from '#islands/ui/tag-kinds.ts';
import type { OnboardingRow } from '#lib/contract/onboarding.ts';
import { type OnboardingState, onboardingStates, tallyTexts } from '#lib/rules/companies/onboarding-state.ts';

const kinds: Record<OnboardingState, TagKind> = {
  missing: 'promo',
  expired: 'promo',
  month: 'warn',
  quarter: 'soft',
  valid: 'soft',
};

/** The state of one document, in words. */
export function stateText({ state, is_required: isRequired }: OnboardingRow): string {
  return state === 'missing' && isRequired === 0 ? '未上传（选填）' : onboardingStates[state];
}

export function StateTag({ row }: { row: OnboardingRow }) {
  const kind = row.state === 'missing' && row.is_required === 0 ? 'plain' : kinds[row.state];
  return <Tag kind={kind}>{stateText(row)}</Tag>;
}

export function TallyTags({ row }: { row: Parameters<typeof tallyTexts>[0] }) {
  const texts = tallyTexts(row);
  if (texts.length === 0) return <Tag kind="soft">齐全</Tag>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {texts.map(({ state, text }) => (
        <Tag key={text} kind={kinds[state]}>
          {text}
        </Tag>
      ))}
    </span>
  );
}
