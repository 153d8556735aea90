import { expect, it } from 'vitest';
import { deviceName } from '#lib/rules/text/device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`,
    'Windows 上的 Chrome',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
    'Windows 上的 Edge',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; V2309A) ${webkit} Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.49`,
    '安卓手机 上的 微信',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'iPhone 上的 Safari',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:132.0) Gecko/20100101 Firefox/132.0', 'Mac 上的 Firefox'],
  [
    `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/114.0 Safari/537.36 HuaweiBrowser/5.0`,
    '鸿蒙 上的 华为浏览器',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Linux'],
  ['curl/8.5.0', '未知设备'],
  ['', '未知设备'],
])('%s → %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
