import { Tag } from '#islands/ui/Tag.tsx';
import type { TagKind } from '#islands/ui/tag-kinds.ts';
import type { OnboardingGoodsRow, OnboardingRow } from '#lib/contract/onboarding.ts';
import { type OnboardingState, onboardingStates } from '#lib/rules/companies/onboarding-state.ts';

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

type Tally = Pick<OnboardingGoodsRow, 'needed' | 'held' | 'expired' | 'month' | 'quarter' | 'asked'>;

/** The states of all documents of items or of a merchant, the worst first; empty where nothing is to do. */
export function tallyTexts({ needed, held, expired, month, quarter }: Tally): [TagKind, string][] {
  const counts: [TagKind, number, string][] = [
    ['promo', Math.max(0, needed - held), '缺必备'],
    ['promo', expired, onboardingStates.expired],
    ['warn', month, onboardingStates.month],
    ['soft', quarter, onboardingStates.quarter],
  ];
  return counts.filter(([, count]) => count > 0).map(([kind, count, text]) => [kind, `${text}${count}份`]);
}

export function TallyTags({ row }: { row: Tally }) {
  const texts = tallyTexts(row);
  if (texts.length === 0) return <Tag kind="soft">齐全</Tag>;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {texts.map(([kind, text]) => (
        <Tag key={text} kind={kind}>
          {text}
        </Tag>
      ))}
    </span>
  );
}
