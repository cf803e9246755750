/** What handing over, leaving and erasing an account need of its people; whoever calls has asked for leave and holds the account. */
import * as people from './ending.queries.ts';

/** People who can sign in to the account now, by name; at most 500. */
export const membersOf = people.membersOf;
/** False, and nothing changed, when their places are not what they were. */
export const swapOwner = people.swapOwner;
/** Ids of those who are in this account and in no other one. */
export const onlyHere = people.onlyHere;
export const anonymise = people.anonymise;
export const emptyAccount = people.emptyAccount;
export const deleteMembership = people.deleteMembership;
