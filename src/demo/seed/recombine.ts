import { inTurn, must } from '#lib/rules/terms/must.ts';
import { makeRandom, type Random } from '#lib/rules/text/random.ts';
import type { CatalogueRow } from '#lib/server/engines/import/row.ts';

/** Forms of oral solids and the like that share an active substance: what a name ends in, its form, spec and unit. */
const oral = [
  { ending: '片', form: '片剂', pieces: '片', counts: [12, 20, 24, 36, 48, 100] },
  { ending: '分散片', form: '片剂', pieces: '片', counts: [12, 18, 24, 36] },
  { ending: '缓释片', form: '缓释片', pieces: '片', counts: [10, 14, 20, 30] },
  { ending: '肠溶片', form: '肠溶片', pieces: '片', counts: [14, 24, 28, 60] },
  { ending: '胶囊', form: '胶囊剂', pieces: '粒', counts: [12, 20, 24, 36, 50] },
  { ending: '颗粒', form: '颗粒剂', pieces: '袋', counts: [6, 9, 12, 18, 24] },
];

const endings = /(分散片|缓释片|控释片|肠溶片|咀嚼片|泡腾片|缓释胶囊|肠溶胶囊|胶囊|颗粒|(?<![含贴舌道])片)$/;

const suffixes: Record<string, string[]> = {
  化学药: ['制药有限公司', '药业有限公司', '药业股份有限公司', '制药股份有限公司'],
  中成药: ['堂制药有限公司', '堂药业有限公司', '中药制药有限公司', '药业有限公司'],
  中药饮片: ['中药饮片有限公司', '堂中药饮片有限公司'],
  医疗器械: ['医疗器械有限公司', '医疗科技有限公司', '卫生材料有限公司'],
  保健食品: ['保健食品有限公司', '生物科技有限公司', '营养食品有限公司'],
  消毒个护: ['消毒科技有限公司', '个人护理用品有限公司', '卫生用品有限公司'],
};

/** Makers of a kind: a few hundred, as on a real market, so that each has a range of its own. */
const makersOfKind = 300;

/** Creates new rows from real ones; row n is the same every time. */
export class Recombiner {
  private readonly rows: CatalogueRow[];
  private readonly provinces: string[];
  private readonly stems: string[];
  private readonly brands: string[];

  constructor(rows: CatalogueRow[]) {
    this.rows = rows;
    this.provinces = [
      ...new Set(rows.map((row) => row.origin).filter((origin) => /^(黑龙江|内蒙古|..)$/.test(origin))),
    ];
    const stems = rows.flatMap(({ maker }) => {
      const province = this.provinces.find((name) => maker.startsWith(name));
      return province === undefined ? [] : [maker.slice(province.length, province.length + 2)];
    });
    this.stems = [...new Set(stems)];
    this.brands = [...new Set(rows.map((row) => row.brand).filter(Boolean))];
  }

  make(serial: number): CatalogueRow {
    const random = makeRandom(`grow${serial}`);
    const row = inTurn(this.rows, serial * 7919);
    const factor = 0.6 + random.next() * 1.1;
    const basePrice = Math.max(50, Math.round((row.basePrice * factor) / 5) * 5);
    const { province, maker } = this.maker(row.kind, random.int(0, makersOfKind - 1));
    const midPack = random.pick([1, 5, 10, 10, 20]);
    return {
      ...row,
      ...this.named(row, random),
      sku: `G${String(serial).padStart(6, '0')}`,
      maker,
      brand: random.chance(0.7) ? random.pick(this.brands) : '',
      origin: row.kind === '中药饮片' ? row.origin : province,
      approvalNo: row.approvalNo.replace(
        /\d{1,12}$/,
        (digits) => `9${String(serial).padStart(digits.length - 1, '0')}`,
      ),
      nationalCode: `869${String(serial).padStart(11, '0')}`,
      midPack,
      casePack: midPack * random.pick([10, 20, 40]),
      basePrice,
      marketPrice: Math.round(basePrice * (1.2 + random.next() * 0.4)),
    };
  }

  /** The n-th invented maker of a kind. */
  private maker(kind: string, n: number): { province: string; maker: string } {
    const endings = must(suffixes[kind], `endings of makers of ${kind}`);
    const province = inTurn(this.provinces, n);
    const stem = inTurn(this.stems, n * 31);
    return { province, maker: `${province}${stem}${inTurn(endings, n)}` };
  }

  /** Another form and count of an oral drug; other products have an unchanged name and another count. */
  private named(row: CatalogueRow, random: Random): Pick<CatalogueRow, 'name' | 'form' | 'spec'> {
    const strength = /^[\d.]+(?:mg|g|μg|万单位|IU)/.exec(row.spec)?.[0];
    const isOral =
      row.kind === '化学药' && endings.test(row.name) && strength !== undefined && !/注射/.test(row.name);
    if (isOral) {
      const { ending, form, pieces, counts } = random.pick(oral);
      return {
        name: row.name.replace(endings, ending),
        form,
        spec: `${strength}*${random.pick(counts)}${pieces}`,
      };
    }
    const times = random.pick([1, 1, 2, 3, 5]);
    const spec = row.spec.replace(/\*(\d+)/, (_, count: string) => `*${Number(count) * times}`);
    return { name: row.name, form: row.form, spec };
  }
}
