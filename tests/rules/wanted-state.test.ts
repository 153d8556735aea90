import { describe, expect, it } from 'vitest';
import {
  isWantedOpen,
  isWantedWithdrawn,
  wantedNote,
  wantedStatuses,
  wantedText,
} from '#lib/rules/companies/wanted-state.ts';

describe('what a buyer looks for', () => {
  it.each([
    ['open', '寻货中', true, false],
    ['found', '已找到', false, false],
    ['missing', '暂无货源', false, false],
    ['withdrawn', '已撤回', false, true],
  ] as const)('%s: %s', (status, text, open, withdrawn) => {
    expect(wantedText(status)).toBe(text);
    expect(isWantedOpen(status)).toBe(open);
    expect(isWantedWithdrawn(status)).toBe(withdrawn);
    expect(wantedNote(status)).not.toBe('');
  });

  it('begins open, and everything else is an end', () => {
    expect(wantedStatuses.filter(isWantedOpen)).toEqual([wantedStatuses[0]]);
  });
});
