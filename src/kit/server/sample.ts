/** What a domain writes into an empty installation for `npm start -- --demo`, through its own services. */
import type { Ctx, UserActor } from './ctx.ts';

export type SampleAccount = {
  /** Its first person, who owns it. */
  actor: UserActor;
  /** All of its people, the owner first. */
  people: readonly UserActor[];
  /** Ids by name. */
  rooms: ReadonlyMap<string, string>;
};

/** The accounts of the sample data with their people and rooms, which are there before any domain adds what it has. */
export type SampleWorld = {
  /** Of the system. */
  ctx: Ctx;
  /** The hands of a person. */
  as: (actor: UserActor) => Ctx;
  operator: SampleAccount;
  /** A customer of the operator. */
  school: SampleAccount;
  /** Another one, which shares rooms with the school. */
  musicSchool: SampleAccount;
  vendor: SampleAccount;
};

/** Filled in the order in which the product lists its domains. */
export type SampleModule = { fillSample: (world: SampleWorld) => Promise<void> };
