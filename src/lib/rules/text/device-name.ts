/** The device in a browser's User-Agent, in words that its owner knows. */

/** The first mark found counts: later ones are carried by the earlier ones too. */
const systems: readonly (readonly [mark: string, name: string])[] = [
  ['HarmonyOS', '鸿蒙'],
  ['OpenHarmony', '鸿蒙'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', '安卓手机'],
  ['Windows', 'Windows'],
  ['Macintosh', 'Mac'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux'],
];

const browsers: readonly (readonly [mark: string, name: string])[] = [
  ['MicroMessenger', '微信'],
  ['DingTalk', '钉钉'],
  ['QQBrowser', 'QQ浏览器'],
  ['UCBrowser', 'UC浏览器'],
  ['HuaweiBrowser', '华为浏览器'],
  ['MiuiBrowser', '小米浏览器'],
  ['360SE', '360浏览器'],
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['FxiOS', 'Firefox'],
  ['Firefox', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
];

const nameIn = (marks: typeof systems, text: string) => marks.find(([mark]) => text.includes(mark))?.[1];

/** `Windows 上的 Chrome`; 未知设备 for an unknown one. */
export function deviceName(userAgent: string): string {
  const [system, browser] = [nameIn(systems, userAgent), nameIn(browsers, userAgent)];
  if (system !== undefined && browser !== undefined) return `${system} 上的 ${browser}`;
  return system ?? browser ?? '未知设备';
}
