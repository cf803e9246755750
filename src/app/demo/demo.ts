/** `npm start -- --demo`: believable sample data for an empty installation, so that every screen has something to show. */
import { addMember, createAccount } from '#core/accounts/server/accounts.service.ts';
import { createPerson } from '#core/accounts/server/people.service.ts';
import { changeAlias } from '#core/accounts/server/places.service.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { seedGroup } from '#core/iam/server/group-seed.service.ts';
import { hashPassword } from '#core/identity/server/passwords/passwords.service.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { newCode, newId } from '#kit/server/ids.ts';
import { remove } from '#meet/rooms/server/bin.service.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { answerInvitation, invitations, invite } from '#meet/rooms/server/shares.service.ts';
import { countUsage } from '#meet/usage/server/count.service.ts';
import { countAnalytics } from '#operate/analytics/server/rollups.service.ts';
import type { Grant } from '#sales/vendors/vendors.rules.ts';
import { fillVendor, sampleVendor } from '#sales/vendors/server/sample/vendors.sample.ts';
import { insertPastMeeting, type PastMeeting } from '#meet/meetings/server/sample/past-meeting.sample.ts';
import { seedRecording } from '#meet/recordings/server/sample/recordings.sample.ts';
import type { SampleAccount } from '#kit/server/sample.ts';
import { domains } from '#app/domains.ts';
import { anyAccount, isSeeded, keepSeeded } from './demo.queries.ts';
import { type DemoAccount, type DemoPerson, type DemoRoom, demoAccounts, guests } from './demo-data.ts';
import { PlainTrouble } from '#app/http/trouble.ts';

const minute = 60_000;
const day = 86_400_000;

export type DemoTools = { ctx: Ctx; as: (actor: UserActor) => Ctx; say: (text: string) => void; print: (text: string) => void };
type DemoActor = { actor: UserActor; person: DemoPerson };

type DemoOrigin = { vendorId: string; grant: Grant } | null;
type ToMake = { account: DemoAccount; from: DemoOrigin; passwordHash: string };
async function makePeople(tools: DemoTools, { account, from, passwordHash }: ToMake): Promise<DemoActor[]> {
  const { ctx } = tools;
  const { kind } = account;
  return ctx.system.write(async (tx) => {
    const ids: string[] = [];
    for (const person of account.people)
      ids.push(
        await createPerson(ctx, tx, {
          email: person.email,
          name: person.name,
          passwordHash,
          locale: account.locale,
          timeZone: account.timeZone,
          emailVerified: 'yes',
          termsVersion: '1',
        }),
      );
    const accountId = await createAccount(ctx, tx, {
      name: account.name,
      kind,
      state: 'active',
      locale: account.locale,
      timeZone: account.timeZone,
      ownerId: ids[0] ?? '',
      ...(from === null ? {} : { vendorAccountId: from.vendorId, entitlements: { ...from.grant } }),
    });
    if (account.alias !== undefined) await changeAlias(tx, accountId, account.alias);
    for (const [at, person] of account.people.entries())
      if (at > 0) await addMember(ctx, tx, { accountId, userId: ids[at] ?? '', role: person.role });
    return account.people.map(
      (person, at): DemoActor => ({
        person,
        actor: {
          kind: 'user',
          userId: ids[at] ?? '',
          accountId,
          accountKind: kind,
          sessionId: newId(),
          role: person.role,
          scope: scopeFor({ accountKind: kind, role: person.role, permissions: [] }),
          name: person.name,
          email: person.email,
          locale: account.locale,
          timeZone: account.timeZone,
        },
      }),
    );
  });
}

/** The same room every week, some people early, some late, some leaving before the end. */
function pastOf(owner: UserActor, room: DemoRoom & { id: string }, when: { now: number; back: number }): PastMeeting {
  const startedAt = Math.floor(when.now / day - when.back) * day + room.at * 60 * minute;
  const endedAt = startedAt + room.minutes * minute;
  const there = guests.slice(0, room.people).map((name, at) => ({
    id: newId(),
    key: `guest-${at}`,
    userId: null,
    name,
    role: 'viewer' as const,
    joinedAt: startedAt + ((at * 37) % 9) * minute,
    leftAt: endedAt - ((at * 53) % 7) * minute,
  }));
  const host = {
    id: newId(),
    key: owner.userId,
    userId: owner.userId,
    name: owner.name,
    role: 'moderator' as const,
    joinedAt: startedAt,
    leftAt: endedAt,
  };
  return {
    id: newId(startedAt),
    accountId: owner.accountId,
    roomId: room.id,
    name: room.name,
    startedBy: owner.userId,
    startedAt,
    endedAt,
    people: [host, ...there],
  };
}

/** Returns the ids of the rooms by name. */
async function fillAccount(
  tools: DemoTools,
  account: DemoAccount,
  made: readonly DemoActor[],
): Promise<ReadonlyMap<string, string>> {
  const byEmail = (email: string) => made.find((one) => one.person.email === email)?.actor ?? null;
  const rooms = new Map<string, string>();
  for (const room of account.rooms) {
    const owner = byEmail(room.owner);
    if (owner === null) continue;
    const ctx = tools.as(owner);
    const { id } = await createRoom(ctx, {
      name: room.name,
      welcome: room.welcome,
      lobby: room.lobby,
      anyoneCanStart: room.anyoneCanStart,
      signInRequired: false,
      muteOnStart: true,
      record: false,
      viewerCode: room.code,
      moderatorCode: null,
      maxPeople: null,
      maxMinutes: null,
      tags: room.tags ?? [],
    });
    rooms.set(room.name, id);
    for (const other of room.sharedWith) await invite(ctx, id, { email: other, role: 'moderator' });
    for (const back of room.held) {
      const past = pastOf(owner, { ...room, id }, { now: ctx.now(), back });
      await tools.ctx.system.write((tx) => insertPastMeeting(tx, past));
      for (const recording of room.recorded ?? [])
        if (recording.back === back) await seedRecording(tools.ctx, tools.as, { owner, past, recording });
    }
  }
  await makeGroups(tools, { account, made, rooms });
  return rooms;
}

type WithRooms = { account: DemoAccount; made: readonly DemoActor[] /** Ids by name. */; rooms: ReadonlyMap<string, string> };
async function makeGroups(tools: DemoTools, { account, made, rooms }: WithRooms): Promise<void> {
  const [giver] = made;
  if (giver === undefined) return;
  const { accountId, userId } = giver.actor;
  const idOf = (email: string) => made.find((one) => one.person.email === email)?.actor.userId ?? '';
  for (const { name, description, people, asked, ...group } of account.groups ?? []) {
    const shared = group.rooms.map((room) => `room/${rooms.get(room) ?? ''}`);
    await seedGroup(tools.ctx, {
      accountId,
      name,
      description,
      grantedBy: userId,
      statements: [
        {
          id: 'room-start',
          effect: 'allow',
          actions: ['rooms.view', 'meetings.view', 'recordings.view', 'rooms.start', 'meetings.end'],
          resources: shared,
        },
      ],
      people: [
        ...people.map((email) => ({ userId: idOf(email), state: 'in' as const })),
        ...asked.map((email) => ({ userId: idOf(email), state: 'asked' as const })),
      ],
    });
  }
}

/** Something for the recycle bin. */
async function fillBin(tools: DemoTools, account: DemoAccount, made: readonly DemoActor[]): Promise<void> {
  const [first] = made;
  if (first === undefined) return;
  const ctx = tools.as(first.actor);
  for (const name of account.binned) await remove(ctx, (await createRoom(ctx, { name })).id);
}

/** All but the owner have answered; her invitations wait for her. */
async function answerInvitations(tools: DemoTools, made: readonly DemoActor[]): Promise<void> {
  for (const { actor } of made.slice(1)) {
    const ctx = tools.as(actor);
    for (const one of (await invitations(ctx)).items) await answerInvitation(ctx, one.id, 'accepted');
  }
}

/** What the domains add, in their order. */
async function fillDomains({ ctx, as }: DemoTools, filled: ReadonlyMap<string, SampleAccount>): Promise<void> {
  const accountOf = (name: string): SampleAccount => {
    const account = filled.get(name);
    if (account === undefined) throw new Error(`the sample data has no account ${name}`);
    return account;
  };
  const world = {
    ...{ ctx, as, operator: accountOf('Atrium'), school: accountOf('Nordlicht School') },
    ...{ musicSchool: accountOf('Hafen Music School'), vendor: accountOf(sampleVendor.name) },
  };
  for (const { sample } of domains) await (await sample?.())?.fillSample(world);
}

/** Fills an empty installation and prints the sign-ins. One that was filled before goes on as it is; refuses one that people use. */
export async function seedDemo(tools: DemoTools): Promise<void> {
  if (await isSeeded(tools.ctx.system.read)) {
    tools.print(
      '\n  The sample data is here already. Sign in with the password that the first start printed, or begin again with another folder: DATA_DIR=data/demo2 npm start -- --demo\n',
    );
    return;
  }
  if (await anyAccount(tools.ctx.system.read))
    throw new PlainTrouble(
      'This installation is in use, so no sample data was written. Use an empty one: DATA_DIR=data/demo npm start -- --demo',
    );
  tools.say('writing sample data');
  const password = `${newCode(4)}-${newCode(4)}-${newCode(4)}`;
  const passwordHash = await hashPassword(password);
  const lines: string[] = [];
  const filled = new Map<string, SampleAccount>();
  const firstOf = (name: string): UserActor | null => filled.get(name)?.actor ?? null;
  for (const account of demoAccounts) {
    const vendor = account.from === undefined ? null : firstOf(account.from.vendor);
    const from = vendor === null || account.from === undefined ? null : { vendorId: vendor.accountId, grant: account.from.grant };
    const made = await makePeople(tools, { account, from, passwordHash });
    const [first] = made;
    const rooms = await fillAccount(tools, account, made);
    if (first !== undefined) filled.set(account.name, { actor: first.actor, people: made.map(({ actor }) => actor), rooms });
    const operator = firstOf(demoAccounts[0]?.name ?? '');
    if (account.name === sampleVendor.name && first !== undefined && operator !== null)
      await fillVendor(tools, { operator, vendor: first.actor });
    await fillBin(tools, account, made);
    await answerInvitations(tools, made);
    for (const { person } of made) if (person.who !== null) lines.push(`    ${person.email.padEnd(32)} ${person.who}`);
  }
  await fillDomains(tools, filled);
  // jobs would count it within minutes; charts have something to show at once
  await countUsage(tools.ctx);
  await countAnalytics(tools.ctx);
  await tools.ctx.system.write(keepSeeded);
  tools.print(`\n  Sample accounts, all with the password  ${password}\n${lines.join('\n')}\n`);
}
