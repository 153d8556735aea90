import { describe, expect, test } from 'vitest';
import {
  feedbackBeginning,
  feedbackKindKeys,
  feedbackKindText,
  feedbackStatuses,
  feedbackText,
  isFeedbackOpen,
} from '#lib/rules/companies/feedback-state.ts';

describe('意见反馈', () => {
  test('begins waiting and ends answered', () => {
    expect(isFeedbackOpen(feedbackBeginning)).toBe(true);
    expect(feedbackStatuses.map((status) => [feedbackText(status), isFeedbackOpen(status)])).toEqual([
      ['待答复', true],
      ['已答复', false],
    ]);
  });

  test('has kinds with names of their own', () => {
    expect(new Set(feedbackKindKeys.map(feedbackKindText)).size).toBe(feedbackKindKeys.length);
    expect(feedbackKindText('quality')).toBe('药品质量');
  });
});
