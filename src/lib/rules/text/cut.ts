/** Texts that are too long. Cut by characters: half of a sign that was cut in two is no text of the database's. */

/** The first `most` characters. */
export const headOf = (text: string, most: number): string => [...text].slice(0, most).join('');

/** The last `most` characters. */
export const tailOf = (text: string, most: number): string => [...text].slice(-most).join('');
