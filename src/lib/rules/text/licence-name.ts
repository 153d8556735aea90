/**
 * The kind of a merchant's licence, derived from its number: the number shows what the authority issued, a trade does
 * not.
 */
const names: readonly [mark: RegExp, name: string][] = [
  [/械经营许/, '医疗器械经营许可证'],
  [/械经营备/, '医疗器械经营备案凭证'],
  [/^[\p{Script=Han}()（）]{0,4}JY\d/u, '食品经营许可证'],
  // 鄂AA0270001: the province, two letters, digits.
  [/^\p{Script=Han}{1,2}[A-Z]{2}\d/u, '药品经营许可证'],
];

/** A number of no form we know is named in a way that is true of all. */
export function licenceName(no: string): string {
  return names.find(([mark]) => mark.test(no.trim()))?.[1] ?? '经营许可证号';
}
