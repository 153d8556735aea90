/** Calls of purchase templates. */
import { dear, get, post } from '../call.ts';
import type { templatesSchemas } from './schema.ts';

type Schemas = typeof templatesSchemas;

export const templatesCalls = {
  templates: get<Schemas['templates'], 'buyer'>('/api/template', 'buyer'),
  saveTemplate: post<Schemas['saveTemplate']>('/api/template', 'buyer', 'order'),
  editTemplate: post<Schemas['editTemplate']>('/api/template/{id}', 'buyer', 'order'),
  deleteTemplate: post<Schemas['deleteTemplate']>('/api/template/{id}/delete', 'buyer', 'order'),
  previewTemplate: dear(
    'quote',
    get<Schemas['previewTemplate'], 'buyer'>('/api/template/{id}/order', 'buyer'),
  ),
  orderTemplate: dear('order', post<Schemas['orderTemplate']>('/api/template/{id}/order', 'buyer', 'order')),
};
