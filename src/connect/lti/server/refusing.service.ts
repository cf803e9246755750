/** Refused and let in launches, as the log tells them; whatever knocks must not fill it. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { LaunchRefusal } from '../launch.rules.ts';
import type { CoursePart } from '../lti.rules.ts';
import { insertLaunch } from './launching.queries.ts';
import type { PlatformRow } from './platforms.queries.ts';

/** Refusals that one account's log takes. */
const logged = { max: 60, windowSeconds: 3_600 };
export type RefusedLaunch = LaunchRefusal & {
  kind: 'refused';
  /** Who may show the page in a frame. */
  origins: readonly string[];
  /** Where the launch begins again in a tab of its own, where that may help. */
  again?: string;
  locale: string | null;
};
export type RefusalFacts = {
  accountId: string;
  platform: PlatformRow | null;
  why: LaunchRefusal;
  again?: string;
  locale?: string | null;
  person?: string | null;
  part?: CoursePart;
  course?: string | null;
};

/** Origins in whose frames pages of the platform may stand. */
export const originsOf = (platform: Pick<PlatformRow, 'issuer' | 'authUrl'> | null): string[] =>
  platform === null
    ? []
    : [
        ...new Set(
          [platform.issuer, platform.authUrl].flatMap((url) =>
            /^https?:/.test(url) && URL.canParse(url) ? [new URL(url).origin] : [],
          ),
        ),
      ];

async function mayLog(ctx: Ctx, accountId: string): Promise<boolean> {
  try {
    await ctx.limits.use(`lti-refused:${accountId}`, logged);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** Writes the refusal down and says what the page needs. */
export async function refuse(ctx: Ctx, facts: RefusalFacts): Promise<RefusedLaunch> {
  const { accountId, platform, why } = facts;
  if (await mayLog(ctx, accountId))
    await ctx.system.write((tx) =>
      insertLaunch(tx, {
        id: newId(ctx.now()),
        accountId,
        at: new Date(ctx.now()),
        platformId: platform?.id ?? null,
        platform: platform?.name ?? null,
        person: facts.person ?? null,
        part: facts.part ?? null,
        course: facts.course ?? null,
        result: 'refused',
        refusal: why.refusal,
        value: why.value?.replace(/\p{Cc}/gu, ' ').slice(0, 300) ?? null,
      }),
    );
  return {
    kind: 'refused',
    ...why,
    origins: originsOf(platform),
    locale: facts.locale ?? null,
    ...(facts.again === undefined ? {} : { again: facts.again }),
  };
}
