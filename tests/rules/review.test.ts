import { describe, expect, it } from 'vitest';
import { companyStates } from '#lib/rules/companies/company-state.ts';
import {
  isIdCardNumber,
  paperProblems,
  plainNumber,
  returnReasons,
} from '#lib/rules/companies/paper-checks.ts';
import { type PaperKind, paperNames } from '#lib/rules/companies/qualification.ts';
import {
  applicationKindText,
  claimMs,
  isClaimedByOther,
  isSameVerdict,
  isWaiting,
  proposedScopes,
  type StoredVerdict,
  stateAfterFreeze,
  stateAfterReview,
} from '#lib/rules/companies/review.ts';
import { keysOf } from '#lib/rules/terms/keys.ts';
import { codeOf } from '#tests/support/applications.ts';

describe('a stored decision', () => {
  const yes: StoredVerdict = { verdict: 'approved', scopes: ['中成药', '其他'], rank: 2, requestId: 'a' };
  const no: StoredVerdict = {
    verdict: 'returned',
    papers: [
      [2, '不清'],
      [1, '过期'],
    ],
    reason: '',
    requestId: 'a',
  };
  it.each<[StoredVerdict, StoredVerdict, boolean]>([
    [yes, { ...yes, requestId: 'b', scopes: ['其他', '中成药'] }, true],
    [yes, { ...yes, rank: 3 }, false],
    [yes, { ...yes, scopes: ['其他'] }, false],
    [yes, { ...yes, managerId: 1 }, false],
    [
      no,
      {
        ...no,
        requestId: 'b',
        papers: [
          [1, '过期'],
          [2, '不清'],
        ],
      },
      true,
    ],
    [
      no,
      {
        ...no,
        papers: [
          [1, '不清'],
          [2, '过期'],
        ],
      },
      false,
    ],
    [no, { ...no, reason: '再看' }, false],
    [yes, no, false],
  ])('%j and %j: %s', (one, other, isSame) => {
    expect(isSameVerdict(one, other)).toBe(isSame);
    expect(isSameVerdict(other, one)).toBe(isSame);
  });
});

describe('a claim', () => {
  it('keeps others away until its last moment', () => {
    const claim = { by: 1, until: claimMs };
    expect(isClaimedByOther(claim, 2, claimMs - 1)).toBe(true);
    expect(isClaimedByOther(claim, 2, claimMs)).toBe(false);
    expect(isClaimedByOther(claim, 1, 0)).toBe(false);
    expect(isClaimedByOther(claim, null, 0)).toBe(true);
    expect(isClaimedByOther({ by: null, until: null }, null, 0)).toBe(false);
  });
});

describe('a decision', () => {
  it('moves a company by what it asked for', () => {
    const after = (kind: 'first' | 'change', verdict: 'approved' | 'returned') =>
      Object.fromEntries(
        keysOf(companyStates).map((state) => [state, stateAfterReview(state, kind, verdict)]),
      );
    const none = { draft: null, approved: null, rejected: null, closed: null };
    expect(after('first', 'approved')).toEqual({
      ...none,
      reviewing: 'approved',
      changing: 'approved',
      frozen: 'approved',
    });
    expect(after('first', 'returned')).toEqual({
      ...none,
      reviewing: 'rejected',
      changing: null,
      frozen: null,
    });
    for (const verdict of ['approved', 'returned'] as const)
      expect(after('change', verdict)).toEqual({
        ...none,
        reviewing: 'approved',
        changing: 'approved',
        frozen: 'frozen',
      });
  });

  it('is for what waits', () => {
    expect((['draft', 'waiting', 'approved', 'returned', 'withdrawn'] as const).filter(isWaiting)).toEqual([
      'waiting',
    ]);
    expect([stateAfterFreeze(true), stateAfterFreeze(false)]).toEqual(['changing', 'approved']);
    expect([applicationKindText('first'), applicationKindText('change')]).toEqual(['新企业', '资料变更']);
  });

  it('proposes the scopes that were asked for and that papers carry', () => {
    const drug = { kind: 'drug_licence', number: '1', validFrom: 0, validTo: 10 } as const;
    const own = { kind: 'business_licence', number: '2', validFrom: 0, validTo: null } as const;
    expect(proposedScopes(['中成药', '保健食品', '其他'], [drug, own], 10)).toEqual(['中成药', '其他']);
    expect(proposedScopes(['中成药', '其他'], [drug, own], 11)).toEqual(['其他']);
    expect(proposedScopes([], [own], 10)).toEqual(['其他']);
  });
});

describe('what does not fit a paper', () => {
  const problems = (kind: PaperKind, number: string, now = 5) =>
    paperProblems({ kind, number, validFrom: 0, validTo: 86_400_000 * 100 }, { creditCode: codeOf(1), now });

  it('is its number', () => {
    expect(problems('business_licence', codeOf(1))).toEqual([]);
    expect(problems('business_licence', ` ${codeOf(1).toLowerCase()}`)).toEqual([]);
    expect(problems('business_licence', codeOf(2))).toEqual(['编号与企业的统一社会信用代码不一致']);
    expect(problems('business_licence', '123')).toEqual(['编号不是有效的统一社会信用代码']);
    expect(problems('drug_licence', '鄂CB0200123')).toEqual([]);
    expect(problems('drug_licence', '鄂DA0200123（1）')).toEqual([]);
    expect(problems('drug_licence', '0200123')).toHaveLength(1);
    expect(problems('practice_licence', 'PDY00001-442010611A1001')).toEqual([]);
    expect(problems('practice_licence', '短')).toHaveLength(1);
    expect(problems('food_licence', 'JY14201020000123')).toEqual([]);
    expect(problems('food_licence', 'JY1420102000012')).toHaveLength(1);
    expect(problems('device_filing', '鄂汉药监械经营备20230001号')).toEqual([]);
    expect(problems('device_filing', '20230001')).toHaveLength(1);
    expect(problems('purchase_authorisation', '任意')).toEqual([]);
    expect(problems('practice_licence', 'PDY－００００１')).toHaveLength(1);
  });

  it.each([
    [' 鄂ca（1） ', '鄂CA(1)'],
    ['鄂ＤＡ０２００１２３', '鄂DA0200123'],
    ['鄂DA 0200-123', '鄂DA0200123'],
    ['鄂DA　0200—123', '鄂DA0200123'],
    ['鄂da\u200B0200－123', '鄂DA0200123'],
    ['', ''],
  ])('is compared plain: %s', (number, plain) => {
    expect(plainNumber(number)).toBe(plain);
  });

  it('is the check digit of an identity card', () => {
    expect(isIdCardNumber('11010519491231002X')).toBe(true);
    expect(isIdCardNumber('110105194912310021')).toBe(false);
    expect(isIdCardNumber('11010519491231002')).toBe(false);
    expect(problems('legal_person_id', '11010519491231002x')).toEqual([]);
  });

  it('is its dates', () => {
    const paper = {
      kind: 'purchase_authorisation',
      number: '1',
      validFrom: 100,
      validTo: 86_400_000 * 100,
    } as const;
    const at = (now: number) => paperProblems(paper, { creditCode: '', now });
    expect(at(99)).toEqual(['有效期还没有开始']);
    expect(at(100)).toEqual([]);
    expect(at(86_400_000 * 70)).toEqual(['60天内到期']);
    expect(at(86_400_000 * 100 + 1)).toEqual(['已过有效期']);
  });

  it('has sentences for every kind, each once', () => {
    for (const kind of keysOf(paperNames)) {
      const reasons = returnReasons(kind);
      expect.soft(reasons.length, kind).toBeGreaterThan(5);
      expect.soft(new Set(reasons).size, kind).toBe(reasons.length);
    }
  });
});
