/** Leaflets of the demo: written by us in general terms, marked as such, of no real drug. */
import type { LeafletText } from '#lib/rules/goods/leaflet.ts';
import { must } from '#lib/rules/terms/must.ts';
import { readData } from './catalogue.ts';

/** Leaflets by generic name: the drug's own parts, and those of its class. */
export function demoLeaflets(): Map<string, LeafletText> {
  const classes = new Map(readData('leaflet-classes.csv').map((row) => [row.class, row]));
  return new Map(
    readData('leaflets.csv').map(
      ({ name = '', class: kind, ingredients = '', character = '', usage = '' }) => {
        const shared = must(classes.get(kind), `class of the leaflet of ${name}`);
        return [
          name,
          {
            ingredients,
            character,
            usage,
            adverse: shared.adverse ?? '',
            contraindications: shared.contraindications ?? '',
            precautions: shared.precautions ?? '',
            standard: '演示用执行标准，非真实编号',
            isDemo: true,
          },
        ];
      },
    ),
  );
}
