import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { analyticsCalls } from '../analytics.contract.ts';
import { getCharts, listChoices } from './charts.service.ts';
import { answerQuestion } from './explore.service.ts';
import { changeView, listViews, removeView, saveView } from './views.service.ts';

export const analyticsHandlers: Handlers<typeof analyticsCalls, Ctx> = {
  charts: (ctx, { query }) => getCharts(ctx, query),
  choices: (ctx, { query }) => listChoices(ctx, query),
  answer: (ctx, { body }) => answerQuestion(ctx, { question: body }),
  views: (ctx) => listViews(ctx),
  saveView: (ctx, { body }) => saveView(ctx, body),
  changeView: (ctx, { params, body }) => changeView(ctx, { id: params.id, body }),
  removeView: (ctx, { params }) => removeView(ctx, params.id),
};
