import { makeRandom } from '#lib/rules/text/random.ts';

/** Colours of one maker, the same on all of its products. */
export type Palette = { main: string; dark: string; light: string; pale: string; accent: string };

/** Main hue and accent hue, chosen to look calm next to each other on a page. */
const pairs: [hue: number, saturation: number, accent: number][] = [
  [205, 62, 165],
  [158, 55, 40],
  [222, 52, 190],
  [172, 56, 210],
  [14, 66, 42],
  [262, 38, 200],
  [340, 50, 20],
  [190, 64, 45],
  [120, 36, 70],
  [32, 70, 12],
  [236, 46, 320],
  [352, 58, 30],
];

function hsl(hue: number, saturation: number, lightness: number): string {
  const a = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = lightness / 100 - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** The palette of a maker (or merchant); the same name always gives the same colours. */
export function paletteOf(name: string): Palette {
  const [hue, saturation, accent] = makeRandom(name).pick(pairs);
  return {
    main: hsl(hue, saturation, 42),
    dark: hsl(hue, saturation, 29),
    light: hsl(hue, saturation - 6, 74),
    pale: hsl(hue, Math.max(24, saturation - 16), 94),
    accent: hsl(accent, 62, 55),
  };
}

export { hsl };
