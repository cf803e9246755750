export { testWorld, type World, worldForThisTest } from '#app/testing.ts';
