/** Bringing people into an account: by mail, or with a sign-in of the account's own. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { addMember, findAccount, findAccountNames, findSeats } from '#core/accounts/server/accounts.service.ts';
import { createPerson, findNames, findPerson, findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { aliasOf, changeAlias, changePlace } from '#core/accounts/server/places.service.ts';
import { restingRefusal } from '#core/accounts/server/resting.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { tidyEmail } from '#core/identity/identity.rules.ts';
import { makeFirstSignIn } from '#core/identity/server/passwords/own-password.service.ts';
import { makeLink, pathOf } from '#core/identity/server/sign-up/links.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { hasMailServer } from '#core/platform/server/platform.service.ts';
import type { iamCalls } from '../iam.contract.ts';
import { INVITATION_DAYS, iamLimits, roleOfPreset } from '../iam.rules.ts';
import { requireGroups, requireSets } from './change.service.ts';
import { actorOf, holder, provenHolder, requireGivable } from './grants.service.ts';
import { holdGroups, putInGroup } from './groups.queries.ts';
import { iamMails, myGroupsPath } from './iam.mail.ts';
import type { MemberGrants, InvitationRow } from './iam.table.ts';
import { insertInvitation, invitationsTo, lockInvitation, openInvitationTo, setInvitation } from './invitations.queries.ts';
import { detailOf, findMember, itemOf } from './members.service.ts';
import { holdPeople, restBesideOthers } from './rest.service.ts';
import { takeSeat } from './seats.service.ts';
import { attachSets, setsByIds } from './sets.queries.ts';

const day = 86_400_000;

async function requireGrants(ctx: Ctx, tx: Db, { preset, statements, sets, groups, expiresAt }: MemberGrants): Promise<void> {
  const { accountId } = actorOf(ctx);
  if (expiresAt !== null && expiresAt <= ctx.now())
    throw new Failure('invalid_input', { fields: { 'body.expiresAt': 'in_the_past' } });
  const passed = [...(await requireSets(tx, accountId, sets)), ...(await requireGroups(tx, accountId, groups))];
  await requireGivable(ctx, tx, { preset, statements, sets: passed });
}
const grantsOf = ({ preset, statements, boundary, sets, groups, expiresAt }: MemberGrants): MemberGrants => ({
  preset,
  statements,
  boundary,
  sets,
  groups,
  expiresAt,
});

type NewGrants = { accountId: string; userId: string; grants: MemberGrants; grantedBy: string | null };
/** Gives the place with all that goes with it; sets and groups that are gone meanwhile are left out. */
async function givePlace(ctx: Ctx, tx: Db, { accountId, userId, grants, grantedBy }: NewGrants): Promise<void> {
  const key = { accountId, userId };
  const { preset, statements, boundary } = grants;
  // first: deleting a group locks it before the account's policy version, which the membership writes
  const groups = await holdGroups(tx, accountId, grants.groups);
  await addMember(ctx, tx, { ...key, role: roleOfPreset(preset) });
  const expiresAt = grants.expiresAt === null ? null : new Date(grants.expiresAt);
  await changePlace(tx, key, { preset, statements, boundary, grantedBy, expiresAt });
  const sets = await setsByIds(tx, accountId, grants.sets);
  await attachSets(
    tx,
    { ...key, grantedBy },
    sets.map((set) => set.id),
  );
  const since = new Date(ctx.now());
  for (const group of groups) await putInGroup(tx, { accountId, groupId: group.id, state: 'in', grantedBy, since }, [userId]);
}

export async function create(ctx: Ctx, body: Parsed<typeof iamCalls.create>['body']): Promise<ResultIn<typeof iamCalls.create>> {
  const actor = await provenHolder(ctx, 'iam.manage');
  return ctx.system.write(async (tx) => {
    await takeSeat(ctx, tx, actor.accountId);
    await requireGrants(ctx, tx, body);
    const account = await findAccount(tx, actor.accountId);
    const alias = await aliasOf(tx, actor.accountId);
    if (account === null) throw notFound();
    if (alias === null) throw new Failure('alias_missing');
    const userId = await makePerson(ctx, tx, { signIn: `${alias}/${body.userName}`, name: body.name, account });
    const grants = grantsOf(body);
    await givePlace(ctx, tx, { accountId: actor.accountId, userId, grants, grantedBy: actor.userId });
    const person = await findPerson(tx, userId);
    if (person === null) throw notFound();
    const place = await changePlace(tx, { accountId: actor.accountId, userId }, {});
    return { member: await detailOf(ctx, tx, place), firstSignIn: await makeFirstSignIn(ctx, tx, person) };
  });
}

type NewSignIn = { signIn: string; name: string; account: { locale: string; timeZone: string } };
async function makePerson(ctx: Ctx, tx: Db, { signIn, name, account }: NewSignIn): Promise<string> {
  if ((await findPersonByEmail(tx, signIn)) !== null)
    throw new Failure('name_taken', { fields: { 'body.userName': 'name_taken' } });
  return createPerson(ctx, tx, {
    email: signIn,
    name,
    passwordHash: null,
    locale: account.locale,
    timeZone: account.timeZone,
    emailVerified: 'no',
    termsVersion: null,
  });
}

/**
 * The way to answer, by mail: a link for people who are new here, their own list for those who have a sign-in. Answers with the link where no
 * mail is sent at all, so that it can be handed over.
 */
export async function mailInvitation(ctx: Ctx, tx: Db, row: InvitationRow): Promise<{ path: string; expiresAt: number } | null> {
  const account = await findAccount(tx, row.accountId);
  const person = await findPersonByEmail(tx, row.email);
  if (account === null) throw notFound();
  // a link that another person passes on proves nothing about the address
  const handedOver = person === null && !(await hasMailServer(ctx, tx));
  const data = {
    invitationId: row.id,
    accountId: row.accountId,
    organisation: account.name,
    ...(row.invitedBy !== null && { invitedBy: row.invitedBy }),
    ...(row.name !== '' && { invitee: row.name }),
    ...(handedOver && { handedOver: 'yes' }),
  };
  const path =
    person === null
      ? pathOf('membership', await makeLink(ctx, tx, { kind: 'membership', email: row.email, data }))
      : myGroupsPath;
  const inviter = row.invitedBy === null ? undefined : (await findNames(tx, [row.invitedBy])).get(row.invitedBy);
  await sendMail(ctx, tx, {
    template: iamMails.invitation,
    to: row.email,
    locale: person?.locale ?? account.locale,
    data: { inviter: inviter ?? account.name, organisation: account.name, days: INVITATION_DAYS },
    path,
    accountId: row.accountId,
    ...(person === null ? {} : { userId: person.id }),
  });
  return handedOver ? { path, expiresAt: row.expiresAt.getTime() } : null;
}

export async function invite(ctx: Ctx, body: Parsed<typeof iamCalls.invite>['body']): Promise<ResultIn<typeof iamCalls.invite>> {
  const actor = await provenHolder(ctx, 'iam.manage');
  await ctx.limits.use(`iam:invite:${actor.accountId}`, { max: iamLimits.invitesPerDay, windowSeconds: 86_400 });
  const email = tidyEmail(body.email);
  return ctx.system.write(async (tx) => {
    await takeSeat(ctx, tx, actor.accountId);
    await requireGrants(ctx, tx, body);
    await requireNew(tx, { accountId: actor.accountId, email });
    const at = new Date(ctx.now());
    const row: InvitationRow = {
      id: newId(ctx.now()),
      accountId: actor.accountId,
      email,
      name: body.name,
      grants: grantsOf(body),
      state: 'open',
      invitedBy: actor.userId,
      createdAt: at,
      sentAt: at,
      expiresAt: new Date(ctx.now() + INVITATION_DAYS * day),
    };
    await insertInvitation(tx, row);
    const link = await mailInvitation(ctx, tx, row);
    await noteInvitation(ctx, tx, { row, action: 'iam.invited' });
    return { ...itemOf(actor, await findMember(ctx, tx, row.id)), link };
  });
}

/** The account was locked before: of two invitations to one address one is refused. */
async function requireNew(tx: Db, to: { accountId: string; email: string }): Promise<void> {
  if ((await openInvitationTo(tx, to)) !== null)
    throw new Failure('already_invited', { fields: { 'body.email': 'already_invited' } });
  const person = await findPersonByEmail(tx, to.email);
  const seats = person === null ? [] : await findSeats(tx, person.id);
  if (seats.some((seat) => seat.account.id === to.accountId))
    throw new Failure('already_member', { fields: { 'body.email': 'already_member' } });
}

const noteInvitation = (ctx: Ctx, tx: Db, { row, action }: { row: InvitationRow; action: string }) =>
  record(ctx, tx, { action, subjectKind: 'invitation', subjectId: row.id, accountId: row.accountId });

async function openInvitation(tx: Db, actor: UserActor, id: string): Promise<InvitationRow> {
  const row = await lockInvitation(tx, id);
  if (row === null || row.accountId !== actor.accountId) throw notFound();
  return row;
}

export async function resend(ctx: Ctx, id: string): Promise<ResultIn<typeof iamCalls.resend>> {
  const actor = holder(ctx, 'iam.manage');
  await ctx.limits.use(`iam:invite:${actor.accountId}`, { max: iamLimits.invitesPerDay, windowSeconds: 86_400 });
  return ctx.system.write(async (tx) => {
    const row = await openInvitation(tx, actor, id);
    const wait = Math.ceil((row.sentAt.getTime() + 60_000 - ctx.now()) / 1000);
    if (wait > 0) throw new Failure('too_many_requests', { data: { seconds: wait } });
    // one that ran out holds no place any more
    if (row.expiresAt.getTime() <= ctx.now()) await takeSeat(ctx, tx, actor.accountId);
    const change = { sentAt: new Date(ctx.now()), expiresAt: new Date(ctx.now() + INVITATION_DAYS * day) };
    await setInvitation(tx, id, change);
    const link = await mailInvitation(ctx, tx, { ...row, ...change });
    await noteInvitation(ctx, tx, { row, action: 'iam.invitation-resent' });
    return { ...itemOf(actor, await findMember(ctx, tx, id)), link };
  });
}

export async function revoke(ctx: Ctx, id: string): Promise<Record<string, never>> {
  const actor = holder(ctx, 'iam.manage');
  await ctx.system.write(async (tx) => {
    const row = await openInvitation(tx, actor, id);
    await setInvitation(tx, id, { state: 'revoked' });
    await noteInvitation(ctx, tx, { row, action: 'iam.invitation-revoked' });
  });
  return {};
}

export async function setAlias(ctx: Ctx, alias: string): Promise<{ alias: string }> {
  const actor = await provenHolder(ctx, 'iam.manage');
  // free or taken is all that it tells, and not quickly: aliases are half of a sign-in
  await ctx.limits.use(`iam:alias:${actor.accountId}`, { max: 20, windowSeconds: 3600 });
  await ctx.system.write(async (tx) => {
    await changeAlias(tx, actor.accountId, alias);
    await record(ctx, tx, {
      action: 'iam.alias-changed',
      subjectKind: 'account',
      subjectId: actor.accountId,
      accountId: actor.accountId,
    });
  });
  return { alias };
}

/** The address must be confirmed: somebody who only claims it may not take what is meant for its holder. */
async function confirmedAddress(ctx: Ctx): Promise<string | null> {
  const person = await findPerson(ctx.system.read, actorOf(ctx).userId);
  return person === null || person.emailVerifiedAt === null ? null : tidyEmail(person.email);
}

export async function myInvitations(ctx: Ctx): Promise<ResultIn<typeof iamCalls.myInvitations>> {
  const email = await confirmedAddress(ctx);
  if (email === null) return { items: [] };
  const rows = await invitationsTo(ctx.system.read, email, new Date(ctx.now()));
  const names = await findAccountNames(
    ctx.system.read,
    rows.map((row) => row.accountId),
  );
  const inviters = await findNames(
    ctx.system.read,
    rows.flatMap(({ invitedBy }) => invitedBy ?? []),
  );
  return {
    items: rows.map((row) => ({
      id: row.id,
      accountName: names.get(row.accountId) ?? '',
      inviterName: inviters.get(row.invitedBy ?? '') ?? names.get(row.accountId) ?? '',
      preset: row.grants.preset,
      expiresAt: row.expiresAt.getTime(),
      createdAt: row.createdAt.getTime(),
    })),
  };
}

/** Takes the place that an open invitation holds; null, and the invitation closed, for whom is there by another way already. Throws `link_used` when it was taken back, `link_expired` after its time. */
export async function takeInvitation(ctx: Ctx, tx: Db, by: { invitationId: string; userId: string }): Promise<string | null> {
  const row = await lockInvitation(tx, by.invitationId);
  if (row === null) throw new Failure('link_used');
  if (row.expiresAt.getTime() <= ctx.now()) throw new Failure('link_expired');
  await setInvitation(tx, row.id, { state: 'accepted' });
  if ((await findSeats(tx, by.userId)).some((seat) => seat.account.id === row.accountId)) return null;
  // before the membership exists: letting people rest locks in this order, too
  await holdPeople(tx, row.accountId);
  await givePlace(ctx, tx, { accountId: row.accountId, userId: by.userId, grants: row.grants, grantedBy: row.invitedBy });
  await noteInvitation(ctx, tx, { row, action: 'iam.invitation-taken' });
  await restBesideOthers(ctx, tx, { accountId: row.accountId, userId: by.userId });
  return row.accountId;
}

export async function answerInvitation(
  ctx: Ctx,
  input: { id: string; answer: 'accept' | 'decline' },
): Promise<{ accountId: string | null }> {
  const { userId } = actorOf(ctx);
  const email = await confirmedAddress(ctx);
  if (email === null) throw new Failure('email_unconfirmed');
  const accountId = await ctx.system.write(async (tx) => {
    const row = await lockInvitation(tx, input.id);
    // somebody else's invitation does not exist for them
    if (row === null || row.email !== email || row.expiresAt.getTime() <= ctx.now()) throw notFound();
    if (input.answer === 'accept') return takeInvitation(ctx, tx, { invitationId: row.id, userId });
    await setInvitation(tx, row.id, { state: 'declined' });
    await noteInvitation(ctx, tx, { row, action: 'iam.invitation-declined' });
    return null;
  });
  // after the transaction, so that the invitation stays closed
  if (input.answer === 'accept' && accountId === null) throw new Failure('already_member');
  const seats = accountId === null ? [] : await findSeats(ctx.system.read, userId);
  const rests = await restingRefusal(
    ctx,
    seats.filter((seat) => seat.account.id === accountId),
  );
  // the place is theirs; this says why it is of no use yet
  if (rests !== null) throw rests;
  return { accountId };
}
