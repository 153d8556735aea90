import { firstDayCalls } from '#lib/contract/first-day.ts';
import { handlers } from '../core/calls/handlers.ts';
import { backUpAtDesk } from './backup.ts';
import { importDeskCatalogue } from './catalogue.ts';

export const firstDayHandlers = handlers(firstDayCalls, {
  importCatalogue: importDeskCatalogue,
  backUp: backUpAtDesk,
});
