/** The journeys of `npm test`, which cross the product once. `npm run e2e` and `.ci/run` make all. */
export const mainJourneys = [
  // an empty installation, its operator, a lesson with a guest
  'e2e/meet/main.e2e.ts',
  'e2e/meet/lobby.e2e.ts',
  'e2e/meet/recordings.e2e.ts',
  // an engine and the product are killed
  'e2e/meet/trouble.e2e.ts',
  // a series, its invitation by mail and the answer
  'e2e/meet/calendar.e2e.ts',
  'e2e/core/session.e2e.ts',
  'e2e/core/iam.e2e.ts',
  'e2e/sales/purchase.e2e.ts',
  'e2e/talk/tickets.e2e.ts',
  'e2e/connect/endpoint.e2e.ts',
  'e2e/connect/lti.e2e.ts',
  'e2e/publish/newsletter.e2e.ts',
];
