import type { OpenedList } from '#lib/contract/desk/list.ts';
import type { onboardingList } from '#lib/contract/desk/lists/onboarding.ts';
import { path } from '#lib/contract/routes.ts';
import { ListPage } from '../kit/ListPage.tsx';
import { TallyTags } from './state-tags.tsx';

/** Items with the state of their 首营资料. */
export function OnboardingList(list: OpenedList<typeof onboardingList>) {
  return (
    <ListPage
      {...list}
      onOpen={({ id }) => location.assign(path('/desk/onboarding/[goods]', { goods: id }))}
      cells={{
        state_text: ({ needed, held, expired, month, quarter }) => (
          <TallyTags
            row={{
              needed: needed ?? 0,
              held: held ?? 0,
              expired: expired ?? 0,
              month: month ?? 0,
              quarter: quarter ?? 0,
            }}
          />
        ),
      }}
    />
  );
}
