import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { templatesCalls } from '../templates.contract.ts';
import { previewText, testText } from './preview.service.ts';
import type { TemplateCatalog } from './templates.mail.ts';
import { getText, listTemplates, publishText, resetText, saveText } from './templates.service.ts';

export const templatesHandlers = (catalog: TemplateCatalog): Handlers<typeof templatesCalls, Ctx> => ({
  list: (ctx) => listTemplates(ctx, catalog),
  get: (ctx, { params }) => getText(ctx, catalog, params),
  save: (ctx, { params, body }) => saveText(ctx, catalog, { ...params, body }),
  publish: (ctx, { params, body }) => publishText(ctx, catalog, { ...params, ...body }),
  reset: (ctx, { params, body }) => resetText(ctx, catalog, { ...params, ...body }),
  preview: (ctx, { params, body }) => previewText(ctx, catalog, { ...params, body }),
  test: (ctx, { params, body }) => testText(ctx, catalog, { ...params, body }),
});
