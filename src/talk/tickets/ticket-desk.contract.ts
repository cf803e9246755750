/** The desk of those who answer tickets: canned answers, saved views, business hours. */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { ticketLimits as max } from './tickets.rules.ts';
import { ticketFilter, ticketId, ticketText } from './tickets-views.contract.ts';

const byId = z.object({ id: ticketId });
const bodyLimit = 200_000;
const done = z.object({});
const cannedText = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(max.cannedName)),
  text: ticketText,
});
const canned = z.object({ id: z.string(), ...cannedText.shape, revision: z.number() });
export type CannedAnswer = z.infer<typeof canned>;
const savedView = z.object({ id: z.string(), name: z.string(), filter: ticketFilter });
export type SavedTicketView = z.infer<typeof savedView>;
/** Minutes of the day, Monday first; null: closed. */
const dayHours = z.nullable(
  z.object({
    from: z.number().check(z.int(), z.gte(0), z.lte(1_439)),
    to: z.number().check(z.int(), z.gte(1), z.lte(1_440)),
  }),
);
export const businessHours = z.object({
  timeZone: z.string().check(z.maxLength(60)),
  days: z.array(dayHours).check(z.length(7)),
});
export type BusinessHours = z.infer<typeof businessHours>;
const managing = 'tickets.manage';

export const ticketDeskCalls = {
  get: call({
    method: 'GET',
    path: '/api/ticket-desk',
    summary: 'Canned answers, saved views and business hours of my desk.',
    access: 'tickets.answer',
    result: z.object({
      canned: z.array(canned),
      views: z.array(savedView),
      hours: businessHours,
      /** Where customers write by mail; null: no mail comes in. */
      mail: z.nullable(z.string()),
      manage: z.boolean(),
    }),
  }),
  addCanned: call({
    method: 'POST',
    path: '/api/ticket-desk/canned',
    summary: 'Adds a canned answer.',
    access: managing,
    body: cannedText,
    result: canned,
    failures: { too_many_canned: 409 },
    bodyLimit,
  }),
  editCanned: call({
    method: 'PUT',
    path: '/api/ticket-desk/canned/{id}',
    summary: 'Changes a canned answer.',
    access: managing,
    params: byId,
    body: z.object({ ...cannedText.shape, revision: z.number().check(z.int()) }),
    result: canned,
    bodyLimit,
  }),
  removeCanned: call({
    method: 'DELETE',
    path: '/api/ticket-desk/canned/{id}',
    summary: 'Removes a canned answer.',
    access: managing,
    params: byId,
    result: done,
  }),
  addView: call({
    method: 'POST',
    path: '/api/ticket-desk/views',
    summary: 'Saves a view of the queue for everybody who answers.',
    access: managing,
    body: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(max.viewName)), filter: ticketFilter }),
    result: savedView,
    failures: { too_many_views: 409 },
  }),
  removeView: call({
    method: 'DELETE',
    path: '/api/ticket-desk/views/{id}',
    summary: 'Removes a saved view.',
    access: managing,
    params: byId,
    result: done,
  }),
  setHours: call({
    method: 'PUT',
    path: '/api/ticket-desk/hours',
    summary: 'Sets the business hours that promises count in.',
    access: managing,
    body: businessHours,
    result: businessHours,
  }),
};
