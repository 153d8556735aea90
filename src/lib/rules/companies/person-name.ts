/** People's names for their colleagues and the desk (rules 2). */

/** Characters that a person's name may have. */
export const maxPersonName = 30;

/** The name of a person who has not given one. */
export function placeholderName(phone: string): string {
  return `用户${phone.slice(-4)}`;
}

/** True for a name that a person has said; the telephone may have changed since the other one was given. */
export function isOwnName(name: string): boolean {
  return name.trim() !== '' && !/^用户\d{4}$/.test(name);
}
