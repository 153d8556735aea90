/** The parts of a generic name: the drug, and its route. */
import { keysOf } from '#lib/rules/terms/keys.ts';
import { normalizeText } from '#lib/rules/text/search-text.ts';

/** The way into the body: forms of different routes never replace each other. */
export type Route = 'mouth' | 'injection' | 'skin' | 'eye' | 'nose' | 'ear' | 'lung' | 'below' | 'throat';

export type DrugName = {
  /** Without salt, dosage form and remarks in brackets: 阿莫西林, 氨氯地平. */
  drug: string;
  /** null where the name has no form: devices, herbs. */
  route: Route | null;
  /** The dosage form with its preparation: 缓释片, 颗粒; empty without one. */
  form: string;
};

/** Dosage forms that end a name, by their way. */
const forms: Record<Route, string> = {
  injection: '注射液|注射剂|氯化钠注射液|葡萄糖注射液|混合注射液',
  eye: '滴眼液|滴眼剂|眼膏|眼用凝胶|眼药水',
  ear: '滴耳液',
  nose: '鼻喷雾剂|鼻用喷雾剂|滴鼻液|滴鼻剂',
  lung: '吸入气雾剂|吸入粉雾剂|吸入溶液|气雾剂|粉雾剂|吸入剂',
  below: '栓|栓剂|阴道片|阴道泡腾片|阴道凝胶|阴道软胶囊|阴道栓',
  throat: '含片|含漱液|口腔贴片|喉片',
  skin: '乳膏|软膏|凝胶|洗剂|搽剂|酊|凝胶贴膏|贴膏|巴布膏|止痛膏|乳胶剂|喷雾剂|橡胶膏',
  mouth:
    '片|胶囊|胶丸|颗粒|冲剂|散|散剂|丸|滴丸|口服液|口服溶液|溶液|糖浆|口服混悬液|混悬液|混悬滴剂|滴剂|干混悬剂|混悬凝胶|合剂|散剂',
};
const routeOf = new Map(
  keysOf(forms).flatMap((route) => forms[route].split('|').map((form) => [form, route] as const)),
);
/** The longest first: 滴眼液 before 液. */
const endings = [...routeOf.keys()].sort((a, b) => b.length - a.length);
/** Preparations before a form. */
const makings = [
  ...['分散', '缓释', '控释', '肠溶', '咀嚼', '泡腾', '口崩', '含服', '薄膜衣', '双层', '浓缩', '水蜜'],
  ...['大蜜', '小蜜', '软', '硬', '滴', '微', '口服', '吸入用', '鼻用', '外用'],
];

const acids =
  /^(?:盐酸|氢溴酸|硫酸氢|硫酸|磷酸|马来酸|富马酸|琥珀酸|枸橼酸|酒石酸|苯磺酸|甲磺酸|醋酸|硝酸(?!异山梨酯)|草酸|丁酸|丙酸|糠酸|苯甲酸)(?=.{3})/;
const salt = /(?<=.{3})(?<!氯化|碳酸氢|硫酸|碳酸|葡萄糖酸)(?:[钠钾钙镁])$/;
const before = /^(?:注射用|吸入用)/;

const known = new Map<string, DrugName>();

/** Parses a name; the text may be as typed. */
export function drugOf(name: string): DrugName {
  const ready = known.get(name);
  if (ready) return ready;
  const made = takeApart(normalizeText(name));
  // Bounded: a catalogue has some thousand names.
  if (known.size >= 20_000) known.clear();
  known.set(name, made);
  return made;
}

function takeApart(text: string): DrugName {
  // 5%葡萄糖注射液: the strength is in its spec too.
  let drug = text
    .replace(/\([^()]*\)/g, '')
    .replace(/^\d+(?:\.\d+)?%(?=.{5})/, '')
    .trim();
  let route: Route | null = null;
  let form = '';
  if (before.test(drug)) {
    route = drug.startsWith('注射用') ? 'injection' : 'lung';
    drug = drug.replace(before, '');
  }
  const ending = endings.find(
    (one) => drug.length > one.length + 1 && drug.endsWith(one) && !isDrugItself(drug, one),
  );
  if (ending !== undefined) {
    route ??= routeOf.get(ending) ?? null;
    const rest = withoutMakings(drug.slice(0, -ending.length));
    form = drug.slice(rest.length);
    drug = rest;
  }
  drug = drug.replace(acids, '').replace(salt, '');
  return { drug, route, form };
}

/** Solutions in which drugs are sold: 左氧氟沙星氯化钠注射液. */
const carriers: ReadonlySet<string> = new Set(['氯化钠注射液', '葡萄糖注射液']);

/** 葡萄糖氯化钠注射液 is a drug of its own, and no 葡萄糖; 复方氯化钠注射液 likewise. */
function isDrugItself(name: string, ending: string): boolean {
  return carriers.has(ending) && /^(?:葡萄糖|果糖|木糖醇|复方|浓)$/.test(name.slice(0, -ending.length));
}

function withoutMakings(name: string): string {
  let rest = name;
  for (;;) {
    const making = makings.find((one) => rest.length > one.length + 1 && rest.endsWith(one));
    if (making === undefined) return rest;
    rest = rest.slice(0, -making.length);
  }
}

/** A dosage form at the beginning of a text, with how it is made. */
export const formRun = new RegExp(`^(?:${makings.join('|')}){0,3}(?:${endings.join('|')}|针|冲剂|眼药水)`);
/** Other words for a form. */
const sameForms: Record<string, string> = {
  口服液: '口服溶液',
  冲剂: '颗粒',
  眼药水: '滴眼液',
  针: '注射液',
  散剂: '散',
};

/** Other words for a form: 眼药水 for 滴眼液. */
export function sameFormsOf(form: string): string[] {
  return Object.keys(sameForms).filter((word) => sameForms[word] === form);
}

/** The dosage form at the beginning of a text, unchanged: 肠溶胶囊 of 肠溶胶囊20mg; empty for none. */
export function formAt(text: string): string {
  return formRun.exec(text)?.[0] ?? '';
}

/** Whether two words mean the same form. */
export function isSameForm(one: string, other: string): boolean {
  return one === other || (sameForms[one] ?? one) === (sameForms[other] ?? other);
}

/** Prefixes of a drug in its name: an acid, 注射用. */
export function isNamePrefix(text: string): boolean {
  return text === '' || text.replace(before, '') === '' || acids.exec(`${text}   `)?.[0] === text;
}

/** A name without the form at its end, however short the rest is: 锌 of 锌口服液. */
export function withoutForm(name: string): string {
  const ending = endings.find((one) => name.length > one.length && name.endsWith(one));
  return ending === undefined ? name : name.slice(0, -ending.length);
}

/** Whether one name can replace the other: the same drug, and no other route. */
export function isSameDrug(one: string, other: string): boolean {
  const [a, b] = [drugOf(one), drugOf(other)];
  return a.drug === b.drug && (a.route === null || b.route === null || a.route === b.route);
}
