import type { Handlers } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ticketDeskCalls } from '../ticket-desk.contract.ts';
import type { issuesCalls, ticketsCalls } from '../tickets.contract.ts';
import type { unknownMailsCalls } from '../unknown-mails.contract.ts';
import { answerTicket, noteOnTicket } from './answering.service.ts';
import { customerFor } from './customer.service.ts';
import { addCanned, addView, editCanned, getDesk, removeCanned, removeView, setHours } from './desk.service.ts';
import { formFor, snapshotFor } from './form.service.ts';
import {
  createIssue,
  getIssue,
  listIssues,
  openOnes,
  reopenIssue,
  replyToIssue,
  seeIssue,
  solveIssue,
} from './issues.service.ts';
import { thingsOf } from './snapshot.service.ts';
import { changeTicket, changeTickets, countTickets, getTicket, listStaff, listTickets, takeNext } from './tickets.service.ts';
import { discardUnknownMail, findPeopleForMail, listUnknownMails, openTicketOfMail } from './unknown-mails.service.ts';

export const issuesHandlers: Handlers<typeof issuesCalls, Ctx> = {
  list: (ctx, { query }) => listIssues(ctx, query),
  open: (ctx) => openOnes(ctx),
  form: (ctx, { query }) => formFor(ctx, query),
  things: (ctx, { query }) => thingsOf(ctx, query.kind),
  snapshot: (ctx, { query }) => snapshotFor(ctx, query),
  create: (ctx, { body }) => createIssue(ctx, body),
  get: (ctx, { params }) => getIssue(ctx, params.id),
  seen: (ctx, { params }) => seeIssue(ctx, params.id),
  reply: (ctx, { params, body }) => replyToIssue(ctx, { id: params.id, body }),
  solve: (ctx, { params }) => solveIssue(ctx, params.id),
  reopen: (ctx, { params }) => reopenIssue(ctx, params.id),
};
export const ticketsHandlers: Handlers<typeof ticketsCalls, Ctx> = {
  list: (ctx, { query }) => listTickets(ctx, query),
  counts: (ctx) => countTickets(ctx),
  staff: (ctx) => listStaff(ctx),
  takeNext: (ctx) => takeNext(ctx),
  get: (ctx, { params }) => getTicket(ctx, params.id),
  customer: (ctx, { params }) => customerFor(ctx, params.id),
  answer: (ctx, { params, body }) => answerTicket(ctx, { id: params.id, body }),
  note: (ctx, { params, body }) => noteOnTicket(ctx, { id: params.id, body }),
  change: (ctx, { params, body }) => changeTicket(ctx, { id: params.id, body }),
  bulk: (ctx, { body }) => changeTickets(ctx, body),
};
export const ticketDeskHandlers: Handlers<typeof ticketDeskCalls, Ctx> = {
  get: (ctx) => getDesk(ctx),
  addCanned: (ctx, { body }) => addCanned(ctx, body),
  editCanned: (ctx, { params, body }) => editCanned(ctx, { id: params.id, body }),
  removeCanned: (ctx, { params }) => removeCanned(ctx, params.id),
  addView: (ctx, { body }) => addView(ctx, body),
  removeView: (ctx, { params }) => removeView(ctx, params.id),
  setHours: (ctx, { body }) => setHours(ctx, body),
};
export const unknownMailsHandlers: Handlers<typeof unknownMailsCalls, Ctx> = {
  list: (ctx, { query }) => listUnknownMails(ctx, query),
  people: (ctx, { query }) => findPeopleForMail(ctx, query.search),
  openTicket: (ctx, { params, body }) => openTicketOfMail(ctx, { id: params.id, body }),
  discard: (ctx, { params }) => discardUnknownMail(ctx, params.id),
};
