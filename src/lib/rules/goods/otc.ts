/**
 * The classes of items by how they may be sold. Like scopes they are terms of the trade, stored and shown unchanged.
 */
import { keysOf } from '../terms/keys.ts';

/** class: the value of the Rx/OTC filter. needsAdNumber: an ad for it needs the number of its approval (rules 7). */
const table = {
  处方药: { class: 'rx', isDrug: true, needsAdNumber: true },
  甲类OTC: { class: 'otc', isDrug: true, needsAdNumber: true },
  乙类OTC: { class: 'otc', isDrug: true, needsAdNumber: true },
  器械I: { class: 'other', isDrug: false, needsAdNumber: false },
  器械II: { class: 'other', isDrug: false, needsAdNumber: true },
  器械III: { class: 'other', isDrug: false, needsAdNumber: true },
  保健食品: { class: 'other', isDrug: false, needsAdNumber: true },
  饮片: { class: 'other', isDrug: false, needsAdNumber: false },
  普通: { class: 'other', isDrug: false, needsAdNumber: false },
} as const satisfies Record<string, { class: OtcClass; isDrug: boolean; needsAdNumber: boolean }>;

export const otcClasses = ['rx', 'otc', 'other'] as const;
export type OtcClass = (typeof otcClasses)[number];

export const otcWords = keysOf(table);

function rowOf(otc: string) {
  const word = otcWords.find((one) => one === otc);
  return word && table[word];
}

/** Sold on prescription only: not advertised, and its leaflet is for approved buyers. */
export function isPrescription(otc: string): boolean {
  return rowOf(otc)?.class === 'rx';
}

/** A medicine with an approval number, on prescription or not. */
export function isDrug(otc: string): boolean {
  return rowOf(otc)?.isDrug ?? false;
}

export function needsAdNumber(otc: string): boolean {
  return rowOf(otc)?.needsAdNumber ?? false;
}

/** Its value in the filter; an unknown class is among the others. */
export function otcClassOf(otc: string): OtcClass {
  return rowOf(otc)?.class ?? 'other';
}
