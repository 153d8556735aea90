/** The provinces of the mainland by division code, with their short names. */
export const provinces: Readonly<Record<string, string>> = {
  '11': '北京',
  '12': '天津',
  '13': '河北',
  '14': '山西',
  '15': '内蒙古',
  '21': '辽宁',
  '22': '吉林',
  '23': '黑龙江',
  '31': '上海',
  '32': '江苏',
  '33': '浙江',
  '34': '安徽',
  '35': '福建',
  '36': '江西',
  '37': '山东',
  '41': '河南',
  '42': '湖北',
  '43': '湖南',
  '44': '广东',
  '45': '广西',
  '46': '海南',
  '50': '重庆',
  '51': '四川',
  '52': '贵州',
  '53': '云南',
  '54': '西藏',
  '61': '陕西',
  '62': '甘肃',
  '63': '青海',
  '64': '宁夏',
  '65': '新疆',
};

/** Names of provinces by their codes; unknown codes are left out. */
export function provinceNames(codes: readonly string[]): string[] {
  return codes.flatMap((code) => provinces[code] ?? []);
}

/** The code of a province by its name, 湖北 or 湖北省; null for another word. */
export function findProvince(name: string): string | null {
  const short = name.trim().replace(/(壮族|回族|维吾尔)?自治区$|[省市]$/, '');
  return Object.keys(provinces).find((code) => provinces[code] === short) ?? null;
}
