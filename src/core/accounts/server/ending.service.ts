/** What handing over, leaving and erasing an account need of its people. The caller has checked the permission and locked the account. */
import * as people from './ending.queries.ts';
import * as search from './people-search.queries.ts';

/** People who can sign in to the account now, by name; at most 500. Only for ending an account: single people are read by id. */
export const membersOf = people.membersOf;
/** False, and nothing changed, when their places are not what they were. */
export const swapOwner = people.swapOwner;
/** Those of these people who can sign in to the account now. */
export const membersAmong = search.membersAmong;
export const newestMembers = search.newestMembers;
/** How many are in this account and in no other one, as far as is counted. */
export const countOnlyHere = people.countOnlyHere;
/** Ids of those who are in this account and in no other one. */
export const onlyHere = people.onlyHere;
export const anonymise = people.anonymise;
export const emptyAccount = people.emptyAccount;
export const deleteMembership = people.deleteMembership;
