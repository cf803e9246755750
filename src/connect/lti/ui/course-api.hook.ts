import { courseCalls } from '../course.contract.ts';

export const courseApi = { course: courseCalls };
