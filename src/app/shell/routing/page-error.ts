import { commonFailures } from '#kit/errors.ts';
import { pageFacts } from '#kit/facts.ts';

export type PageErrorShape = { status: number; message: string; code: string; permission: string | null };

/** A navigation that ends on the error page. */
export class PageError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = 'PageError';
    this.status = status;
  }
}
export const pageNotFound = () => new PageError(404, pageFacts.notFound);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const statusIn = (value: unknown): number | null => {
  const status = isObject(value) ? (value['status'] ?? value['statusCode']) : null;
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : null;
};

/** What is shown and answered for anything that was thrown: its own status, else that of its response, else 500. */
export function pageErrorOf(error: unknown): PageErrorShape {
  if (!isObject(error)) return { status: 500, message: String(error), code: '', permission: null };
  const code = typeof error['code'] === 'string' ? error['code'] : '';
  const common: Readonly<Record<string, number>> = commonFailures;
  const status = statusIn(error) ?? statusIn(error['response']) ?? common[code] ?? 500;
  const data = isObject(error['data']) ? error['data'] : error;
  const permission = typeof data['permission'] === 'string' ? data['permission'] : null;
  const message = status === 404 ? pageFacts.notFound : typeof error['message'] === 'string' ? error['message'] : '';
  return { status, message, code, permission };
}
