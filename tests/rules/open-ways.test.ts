/** Which ways to pay are open by the shop's settings, and that one always is. */
import { describe, expect, it } from 'vitest';
import {
  isLinkOpen,
  isWayOpen,
  type WayKind,
  type WaySettings,
  wayKinds,
  waysProblem,
} from '#lib/rules/orders/open-ways.ts';
import { inNameOf, siteTitle } from '#lib/rules/site/site-title.ts';

const all: WaySettings = { payByBalance: true, payByCashier: true, payByTransfer: true, payByLink: true };
const none: WaySettings = {
  payByBalance: false,
  payByCashier: false,
  payByTransfer: false,
  payByLink: false,
};

describe('a way', () => {
  it.each([
    ['instant', 'payByBalance'],
    ['remote', 'payByCashier'],
    ['bank', 'payByTransfer'],
  ] as const)('%s is open by %s alone', (kind, setting) => {
    expect(isWayOpen(kind, { ...none, [setting]: true })).toBe(true);
    expect(isWayOpen(kind, { ...all, [setting]: false })).toBe(false);
  });

  it('by a link is open where a payment provider is', () => {
    expect(isLinkOpen(all)).toBe(true);
    expect(isLinkOpen({ ...all, payByLink: false })).toBe(false);
    expect(isLinkOpen({ ...all, payByCashier: false })).toBe(false);
  });
});

describe('the last way', () => {
  it.each<[readonly WayKind[], Partial<WaySettings>, boolean]>([
    [wayKinds, {}, true],
    [wayKinds, { payByBalance: false, payByCashier: false }, true],
    [wayKinds, none, false],
    [wayKinds, { ...none, payByLink: true }, false],
    // What is not set up does not count.
    [['instant', 'remote'], { payByBalance: false, payByCashier: false }, false],
    [['instant'], { payByBalance: false }, false],
    [['instant'], { payByCashier: false, payByTransfer: false, payByLink: false }, true],
  ])('of %j with %j stays: %s', (kinds, settings, isFine) => {
    expect(waysProblem(kinds, { ...all, ...settings }) === null).toBe(isFine);
  });
});

describe('the name of the shop', () => {
  it('stands in texts of the programme', () => {
    expect(inNameOf('江城药采', `${siteTitle}登录：${siteTitle}`)).toBe('江城药采登录：江城药采');
    expect(inNameOf(siteTitle, `${siteTitle}登录`)).toBe(`${siteTitle}登录`);
    expect(inNameOf('江城药采', '登录')).toBe('登录');
  });
});
