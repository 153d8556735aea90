/** Numbers in words, as pharmacies write amounts: 二十五盒, 一百二. */
import { saleUnits } from './quantity-guess.ts';

const numerals = '一二三四五六七八九';
export const chineseNumber = new RegExp(
  `([零一二两三四五六七八九十百千]{1,7})(?=\\s?(?:${saleUnits})(?:\\s|$|[,，。;；!！]))`,
  'g',
);

const powers: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

/** 二十五, 一百零五, 一百二 (120); figures alone one after the other: 二四 is 24. */
export function fromChinese(text: string): number {
  const digit = (char: string) => (char === '两' ? 2 : numerals.indexOf(char) + 1);
  if (![...text].some((char) => char in powers))
    return [...text].reduce((sum, char) => sum * 10 + digit(char), 0);
  let [sum, figure, last] = [0, 0, 10];
  for (const char of text) {
    const power = powers[char];
    if (power !== undefined) {
      sum += (figure || 1) * power;
      [figure, last] = [0, power];
    } else if (char === '零') last = 10;
    else figure = digit(char);
  }
  return sum + figure * (last / 10);
}
