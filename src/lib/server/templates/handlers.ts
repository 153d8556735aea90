import { templatesCalls } from '#lib/contract/templates.ts';
import { handlers } from '../core/calls/handlers.ts';
import { orderTemplate, previewTemplate } from './order.ts';
import { deleteTemplate, editTemplate, listTemplates, saveTemplate } from './templates.ts';

export const templatesHandlers = handlers(templatesCalls, {
  templates: listTemplates,
  saveTemplate,
  editTemplate,
  deleteTemplate,
  previewTemplate,
  orderTemplate,
});
